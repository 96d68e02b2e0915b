// SPDX-License-Identifier: MIT
#include "base/allocations.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <thread>
#include <vector>

using namespace ms;

namespace {

char* volatile seen = nullptr; ///< a compiler may leave out what nobody sees

void lose(std::size_t bytes)
{
    seen = new char[bytes];
}

} // namespace

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

TEST_CASE("allocations: what was recorded and not freed can be freed")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer has a new of its own");
        return;
    }
    BlockSet blocks;
    std::vector<std::unique_ptr<char[]>> freed; // beside those that are lost
    freed.reserve(20'000);
    std::unique_ptr<char[]> of_callback;
    std::unique_ptr<char[]> later;
    auto const before = allocated_by_thread();
    {
        RecordedAllocations recorded{blocks};
        for (std::size_t i = 0; i < 20'000; ++i) {
            lose(i % 700 + 1);
            freed.push_back(std::make_unique<char[]>(i % 300 + 1));
        }
        {
            UnrecordedAllocations const unrecorded;
            of_callback = std::make_unique<char[]>(5000);
        }
        lose(3'000'000);
        freed.clear();
        RecordedAllocations::end();
        later = std::make_unique<char[]>(5000);
        CHECK(allocated_by_thread() - before > 9'000'000);
        recorded.free_all();
    }
    CHECK(allocated_by_thread() - before >= 10'000);
    CHECK(allocated_by_thread() - before < 11'000);
    of_callback.reset();
    later.reset();
    CHECK(allocated_by_thread() == before);
}

TEST_CASE("allocations: what nobody asks to free stays, and the next record begins anew")
{
    if (!counts_allocations()) {
        MESSAGE("skipped: a sanitizer has a new of its own");
        return;
    }
    BlockSet blocks;
    std::unique_ptr<int> kept;
    {
        RecordedAllocations const recorded{blocks};
        kept = std::make_unique<int>(7);
    }
    auto const before = allocated_by_thread();
    {
        RecordedAllocations recorded{blocks};
        lose(100);
        recorded.free_all();
    }
    CHECK(allocated_by_thread() == before);
    CHECK(*kept == 7);
}
