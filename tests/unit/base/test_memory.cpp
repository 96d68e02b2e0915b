// SPDX-License-Identifier: MIT
#include "base/memory.hpp"

#include "base/allocations.hpp"

#include <doctest/doctest.h>

#include <cstring>
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

} // namespace

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
