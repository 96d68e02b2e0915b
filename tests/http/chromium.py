# SPDX-License-Identifier: MIT
"""A headless Chromium, driven over its DevTools protocol through two pipes: no driver, no WebSocket."""

import base64
import io
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

from PIL import Image

PROGRAM = "/usr/bin/chromium"
PATIENCE_S = 40


class Page:
    """One page; records the browser's complaints."""

    def __init__(self, width=1000, height=600):
        self.profile = tempfile.mkdtemp(prefix="ms-chromium-", dir="/tmp")
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        os.set_blocking(self.read_end, False)

        def attach():  # the protocol's messages come in by 3 and go out by 4
            low, high = os.dup(to_browser), os.dup(from_browser)
            os.dup2(low, 3)
            os.dup2(high, 4)
        self.process = subprocess.Popen(
            [PROGRAM, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run", "--mute-audio",
             "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
             f"--user-data-dir={self.profile}", f"--window-size={width},{height}"],
            preexec_fn=attach, close_fds=False, start_new_session=True, env=os.environ | {"HOME": self.profile},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.unread, self.number, self.complaints, self.session, self.loads = b"", 0, [], None, 0
        try:
            target = self.command("Target.createTarget", url="about:blank")["targetId"]
            self.session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.command(f"{domain}.enable")
            self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        except BaseException:
            self.close()
            raise

    def close(self):
        self.session = None
        try:
            self.command("Browser.close")
        except (AssertionError, OSError):  # it may end before it answers
            pass
        os.close(self.write_end)
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)

    def command(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_message()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.note(answer)

    def next_message(self):
        end = time.monotonic() + PATIENCE_S
        while b"\0" not in self.unread:
            assert time.monotonic() < end, "the browser says nothing"
            if select.select([self.read_end], [], [], 1)[0]:
                piece = os.read(self.read_end, 1 << 20)
                assert piece, "the browser ended"
                self.unread += piece
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        """Exceptions, console messages from warnings on, failed loads, and blocked requests."""
        kind, what = event.get("method"), event.get("params", {})
        if kind == "Page.loadEventFired":
            self.loads += 1
        elif kind == "Runtime.exceptionThrown":
            self.complaints.append(what["exceptionDetails"].get("exception", {}).get("description", what["exceptionDetails"]["text"]))
        elif kind == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.complaints.append(f"console: {[argument.get('value') for argument in what['args']]}")
        elif kind == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.complaints.append(f"log: {what['entry']['text']} {what['entry'].get('url', '')}")

    def open(self, url):
        loads = self.loads
        self.command("Page.navigate", url=url)
        while self.loads == loads:
            self.note(self.next_message())

    def evaluate(self, expression):
        """The value of an expression, or of its promise."""
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def until(self, expression):
        """Waits until it is true; the value."""
        end = time.monotonic() + PATIENCE_S
        while not (value := self.evaluate(expression)):
            assert time.monotonic() < end, f"never so: {expression}; {self.complaints}"
            time.sleep(0.05)
        return value

    def color_at(self, x, y):
        """The content of the screen."""
        clip = {"x": int(x), "y": int(y), "width": 1, "height": 1, "scale": 1}
        data = self.command("Page.captureScreenshot", format="png", clip=clip)["data"]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB").getpixel((0, 0))

    def click(self, x, y):
        # A click follows only after the page is drawn.
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left",
                         clickCount=0 if kind == "mouseMoved" else 1)

    def press(self, selector):
        """Clicks where an element is."""
        x, y = self.evaluate(f"(box => [box.x + box.width / 2, box.y + box.height / 2])"
                             f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
        self.click(x, y)
