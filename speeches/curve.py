"""Draws the judge's risk–coverage curve for the documentation."""

from collections.abc import Sequence

_SIZE, _EDGE = 320, 44


def curve_svg(points: Sequence[tuple[float, float, float, float]]) -> str:
    """An SVG of points (threshold, share of answerable questions answered, share of these that are right, share of
    unanswerable questions answered)."""
    places = " ".join(f"{_x(wrongly):.1f},{_y(answered):.1f}" for _, answered, _, wrongly in points)
    marks = "".join(
        f'<circle cx="{_x(wrongly):.1f}" cy="{_y(answered):.1f}" r="3"><title>threshold {threshold:.2f}: '
        f"{answered:.2f} answered, {wrongly:.2f} wrongly</title></circle>"
        for threshold, answered, _, wrongly in points
    )
    ticks = "".join(
        f'<text x="{_x(value):.0f}" y="{_SIZE - 24}" text-anchor="middle">{value:.1f}</text>'
        f'<text x="{_EDGE - 8}" y="{_y(value) + 4:.0f}" text-anchor="end">{value:.1f}</text>'
        for value in (0.0, 0.5, 1.0)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}" width="{_SIZE}" height="{_SIZE}" '
        'font-family="sans-serif" font-size="11" fill="#5d5a54">'
        f'<rect width="{_SIZE}" height="{_SIZE}" fill="#fffefb"/>'
        f'<path d="M{_EDGE} {_y(1.0):.0f}V{_y(0.0):.0f}H{_x(1.0):.0f}" fill="none" stroke="#dedad1"/>{ticks}'
        f'<text x="{_SIZE / 2:.0f}" y="{_SIZE - 8}" text-anchor="middle">unanswerable questions answered</text>'
        f'<text x="14" y="{_SIZE / 2:.0f}" text-anchor="middle" transform="rotate(-90 14 {_SIZE / 2:.0f})">'
        "answerable questions answered</text>"
        f'<polyline points="{places}" fill="none" stroke="#7a1f2b" stroke-width="2"/>'
        f'<g fill="#7a1f2b">{marks}</g></svg>\n'
    )


def _x(value: float) -> float:
    return _EDGE + value * (_SIZE - _EDGE - 16)


def _y(value: float) -> float:
    return _SIZE - _EDGE - value * (_SIZE - _EDGE - 16)
