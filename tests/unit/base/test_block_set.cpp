// SPDX-License-Identifier: MIT
#include "base/block_set.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace ms;

namespace {

void* at(std::uintptr_t address)
{
    return reinterpret_cast<void*>(address);
}

std::vector<std::uintptr_t> taken;

/// In their order.
std::vector<std::uintptr_t> all_of(BlockSet& blocks)
{
    taken.clear();
    blocks.take_all(
        [](void* block) noexcept { taken.push_back(reinterpret_cast<std::uintptr_t>(block)); });
    std::ranges::sort(taken);
    return taken;
}

} // namespace

TEST_CASE("blocks: those that were put in and not taken out are there, each once")
{
    BlockSet blocks;
    CHECK(all_of(blocks).empty());
    blocks.erase(at(0x1000));
    std::vector<std::uintptr_t> expected;
    for (std::uintptr_t i = 0; i < 100'000; ++i) {
        auto const address = 0x7f0000000000 + i * 48; // more pages than the first table has
        blocks.insert(at(address));
        if (i % 3 == 0) {
            blocks.erase(at(address));
        } else {
            expected.push_back(address);
        }
    }
    for (std::uintptr_t i = 0; i < 1000; ++i) { // far from each other
        auto const address = 0x10000 + i * 0x123450;
        blocks.insert(at(address));
        expected.push_back(address);
    }
    blocks.erase(at(0x7f0000000000));
    blocks.erase(at(0x5550000));
    std::ranges::sort(expected);
    CHECK(all_of(blocks) == expected);
    CHECK(all_of(blocks).empty());
}

TEST_CASE("blocks: a cleared set knows none of those that it had")
{
    BlockSet blocks;
    blocks.insert(at(0x2010));
    blocks.clear();
    blocks.erase(at(0x2010));
    blocks.insert(at(0x2020));
    CHECK(all_of(blocks) == std::vector<std::uintptr_t>{0x2020});
}
