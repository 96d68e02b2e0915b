// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include "base/allocations.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

using namespace ms;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

/// Takes memory in small blocks, and frees it.
void use(std::size_t bytes)
{
    constexpr std::size_t block_bytes = 1000;
    std::vector<std::unique_ptr<char[]>> blocks;
    for (std::size_t taken = 0; taken < bytes; taken += block_bytes) {
        blocks.push_back(std::make_unique<char[]>(block_bytes));
        std::memset(blocks.back().get(), 1, block_bytes);
    }
}

struct Sizes {
    std::size_t before = 0;
    std::size_t kept = 0;
    std::size_t after = 0;
};

/// In a thread of its own, which has its own arena.
Sizes sizes_around(std::size_t bytes)
{
    keep_freed_memory(); // as servers do
    Sizes sizes;
    std::thread{[&] {
        FreedMemory memory;
        use(mebibyte);
        sizes.before = memory.resident_bytes();
        use(bytes);
        sizes.kept = memory.resident_bytes();
        memory.give_back_if_much(sizes.before);
        sizes.after = memory.resident_bytes();
    }}.join();
    return sizes;
}

/// Sizes around memory of one thread, which another one gives back.
Sizes sizes_around_anothers(std::size_t bytes, bool is_marked)
{
    keep_freed_memory();
    FreedMemory const memory;
    Sizes sizes;
    std::latch used{1};
    std::latch may_end{1};
    std::thread owner{[&] {
        if (is_marked) {
            mark_arena();
            mark_arena(); // the first lies there still
        }
        use(mebibyte);
        sizes.before = memory.resident_bytes();
        use(bytes);
        used.count_down();
        may_end.wait();
        give_back_freed_memory(); // else the next owner of the arena begins with it
    }};
    used.wait();
    sizes.kept = memory.resident_bytes();
    std::thread{give_back_freed_memory}.join();
    sizes.after = memory.resident_bytes();
    may_end.count_down();
    owner.join();
    return sizes;
}

} // namespace

TEST_CASE("memory: the end of another thread's arena is given back if that thread has marked it")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer keeps what is freed");
        return;
    }
    // The last heap of an arena has 64 MiB.
    auto const marked = sizes_around_anothers(50 * mebibyte, true);
    CHECK(marked.kept > marked.before + 40 * mebibyte);
    CHECK(marked.after < marked.before + 8 * mebibyte);
    auto const unmarked = sizes_around_anothers(50 * mebibyte, false);
    CHECK(unmarked.after > unmarked.before + 40 * mebibyte); // else marks are needed no more
}

TEST_CASE("memory: what a request has freed is given back if it is much, also the end of an arena")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer keeps what is freed");
        return;
    }
    auto const sizes = sizes_around(100 * mebibyte); // less than what an arena may keep at its end
    CHECK(sizes.before > mebibyte);
    CHECK(sizes.kept > sizes.before + 50 * mebibyte);
    CHECK(sizes.after < sizes.before + 8 * mebibyte);
}

TEST_CASE("memory: what ordinary requests have freed stays for others")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer keeps what is freed");
        return;
    }
    auto const sizes = sizes_around(30 * mebibyte);
    CHECK(sizes.kept > sizes.before + 25 * mebibyte);
    CHECK(sizes.after == sizes.kept);
}
