// SPDX-License-Identifier: MIT
#include "base/blocking_call.hpp"
#include "base/fork_depth.hpp"

#include <doctest/doctest.h>

#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

/// What `work` returns in a child.
template <typename Work>
int in_child(Work work)
{
    auto const child = ::fork();
    if (child == 0) {
        ::_exit(work());
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST_CASE("fork depth: a child differs from its parent, and its child from it")
{
    auto const depth = ms::fork_depth();
    auto const differs = [&] {
        auto const own = ms::fork_depth();
        auto const deeper = [&] { return static_cast<int>(ms::fork_depth() - own); };
        return own == depth + 1 && in_child(deeper) == 1 ? 1 : 0;
    };
    CHECK(in_child(differs) == 1);
    CHECK(ms::fork_depth() == depth);
}

TEST_CASE("blocking calls: a child of fork() has none of its parent's")
{
    std::vector<ms::BlockingCalls::Place> places(ms::BlockingCalls::max_calls);
    auto const takes_place = [] {
        try {
            ms::BlockingCalls::Place const place;
            return 1;
        } catch (ms::Error const&) {
            return 0;
        }
    };
    CHECK(takes_place() == 0);
    CHECK(in_child(takes_place) == 1);
}
