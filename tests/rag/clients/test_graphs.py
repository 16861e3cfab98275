"""One thread opens OpenVINO, whichever thread infers first."""

import subprocess
import sys

# Four threads ask at once for what OpenVINO makes at its first inference, and the interpreter switches between them as
# often as it can. With a plain `import openvino`, this hangs in four runs of five.
_RACE = """
import sys
import threading
from rag.clients.graphs import openvino

number = openvino.get().Type.i64
sys.setswitchinterval(1e-7)
together = threading.Barrier(4)

def ask():
    together.wait()
    number.to_dtype()

threads = [threading.Thread(target=ask, daemon=True) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_threads_that_infer_first_at_once_do_not_wait_for_each_other_for_ever() -> None:
    races = [subprocess.Popen([sys.executable, "-c", _RACE]) for _ in range(4)]
    try:
        assert [race.wait(timeout=120) for race in races] == [0, 0, 0, 0]
    finally:
        for race in races:
            race.kill()
