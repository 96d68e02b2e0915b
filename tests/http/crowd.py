# SPDX-License-Identifier: MIT
"""Clients that request maps continuously."""

import contextlib
import itertools
import threading

from requests_of_wms import get_map

BOXES = [f"{x},{y},{x + 300},{y + 200}" for x in range(0, 400, 100) for y in range(0, 400, 100)]
QUERIES = [get_map(BBOX=box, WIDTH="600", HEIGHT="400") for box in BOXES]


@contextlib.contextmanager
def under_load(ask, clients=4):
    """Returns the list of results, or of exceptions."""
    answers, is_over = [], threading.Event()

    def work(number):
        for query in itertools.cycle(QUERIES[number:] + QUERIES[:number]):
            if is_over.is_set():
                return
            try:
                answers.append(ask(query))
            except OSError as error:
                answers.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
