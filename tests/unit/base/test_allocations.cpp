// SPDX-License-Identifier: MIT
#include "base/allocations.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <thread>
#include <vector>

using namespace ms;

TEST_CASE("allocations: every form of new counts until the memory is freed")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer has a new of its own");
        return;
    }
    struct alignas(64) Wide {
        char bytes[640];
    };
    auto const before = allocated_by_thread();
    auto bytes = std::make_unique<std::vector<char>>(100'000);
    CHECK(allocated_by_thread() - before >= 100'000);
    CHECK(allocated_by_thread() - before < 110'000);
    bytes.reset();
    auto array = std::make_unique<Wide[]>(100);
    CHECK(allocated_by_thread() - before >= 64'000);
    array.reset();
    delete[] new (std::nothrow) char[50'000];
    CHECK(allocated_by_thread() == before);
}

TEST_CASE("allocations: each thread counts separately")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer has a new of its own");
        return;
    }
    auto const before = allocated_by_thread();
    std::ptrdiff_t of_other = 0;
    std::vector<char> kept;
    std::thread{[&] {
        auto const start = allocated_by_thread();
        kept.resize(100'000);
        of_other = allocated_by_thread() - start;
    }}.join();
    CHECK(of_other >= 100'000);
    CHECK(allocated_by_thread() - before < 1000);
}
