"""A TCP relay to a server that a test can cut, as a network or a server fails."""

import contextlib
import socket
import threading


class Relay:
    """Listens on `port` of this machine and passes everything on to a server until it is cut.

    When cut, it refuses connections, as a stopped server does. When silent, it accepts them and says nothing, as a
    machine that hangs does.
    """

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._open: list[socket.socket] = []
        self._silent = False
        self._listener = self._listen(0)
        self.port = self._listener.getsockname()[1]

    def cut(self) -> None:
        """Ends all connections and accepts no more."""
        # Closing is not enough: the waiting thread still holds the socket and would accept one more connection.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._end_all()

    def hush(self) -> None:
        """Ends all connections, accepts more, and never answers."""
        self._silent = True
        self._end_all()

    def restore(self) -> None:
        """Passes everything on again."""
        self._end_all()
        self._silent = False
        if self._listener.fileno() < 0:
            self._listener = self._listen(self.port)

    def _listen(self, port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                self._open.append(near)
                if self._silent:
                    continue
                far = socket.create_connection(self._target)
                self._open.append(far)
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()

    def _end_all(self) -> None:
        while self._open:
            with contextlib.suppress(OSError):
                self._open[-1].shutdown(socket.SHUT_RDWR)
            self._open.pop().close()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for one in (source, target):
        with contextlib.suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
