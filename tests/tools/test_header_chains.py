# SPDX-License-Identifier: MIT
"""Chains of headers: each header is compiled, and after nothing but what it includes itself."""

import pytest
from header_chains import chains, included


def write(base, **headers):
    for name, others in headers.items():
        (base / f"{name}.hpp").write_text("".join(f'#include "{other}.hpp"\n' for other in others))


@pytest.fixture
def of(tmp_path):
    def chained(**headers):
        write(tmp_path, **headers)
        below = included([tmp_path])
        found = list(chains(below))
        assert sorted(header for chain in found for header in chain) == sorted(below)
        for chain in found:
            for at, header in enumerate(chain):
                assert set(chain[:at]) <= below[header]
        return [[header.removesuffix(".hpp") for header in chain] for chain in found]
    return chained


def test_headers_that_include_each_other_in_turn_are_one_chain(of):
    assert of(top=["middle"], middle=["leaf"], leaf=[]) == [["leaf", "middle", "top"]]


def test_headers_that_do_not_include_each_other_are_chains_of_their_own(of):
    assert len(of(a=[], b=[], c=[])) == 3


def test_chains_skip_what_lies_between(of):
    # leaf and left, or leaf and right; the other one, and top after either
    assert len(of(top=["left", "right"], left=["leaf"], right=["leaf"], leaf=[])) == 2


def test_there_are_no_more_chains_than_needed(of):
    assert len(of(a=[], b=[], c=["a", "b"], d=["a"])) == 2  # b before c, a before d: not a before c


def test_other_files_do_not_count(of):
    assert of(a=["none_of_ours"]) == [["a"]]
