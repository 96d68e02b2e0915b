// SPDX-License-Identifier: MIT
#include "source/postgis/link/table_cache.hpp"

#include "source/postgis/link/connection.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

using namespace ms;
using namespace ms::source::postgis;

namespace {

SharedFacts some_facts()
{
    return std::make_shared<TableFacts const>();
}

TableCache small_cache()
{
    return {2, std::chrono::seconds{60}};
}

} // namespace

TEST_CASE("table cache: long keys, which clients can choose, are few")
{
    TableCache cache{1000, std::chrono::seconds{60}, 100'000};
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        (void)cache.get(std::string(10'000, letter), {}, some_facts);
        CHECK(cache.size() <= 5);
    }
    (void)cache.get(std::string(1'000'000, 'x'), {}, some_facts);
    CHECK(cache.size() == 1); // for those that wait for it
    (void)cache.get("roads", {}, some_facts);
    CHECK(cache.size() == 1);
    for (char letter = 'a'; letter <= 'z'; ++letter) {
        (void)cache.get(std::string(1, letter), {}, some_facts);
    }
    CHECK(cache.size() == 27);
}

TEST_CASE("table cache: one of many threads learns, and all get the result")
{
    auto cache = small_cache();
    std::atomic<int> lessons{0};
    std::array<SharedFacts, 8> found;
    {
        std::vector<std::jthread> threads;
        for (auto& one : found) {
            threads.emplace_back([&] {
                one = cache.get("roads", {}, [&] {
                    ++lessons;
                    std::this_thread::sleep_for(std::chrono::milliseconds{30});
                    return some_facts();
                });
            });
        }
    }
    CHECK(lessons == 1);
    for (auto const& one : found) {
        CHECK(one == found.front());
    }
}

TEST_CASE("table cache: a failure reaches all waiting threads, each as a separate exception")
{
    auto cache = small_cache();
    std::atomic<int> lessons{0};
    std::atomic<int> waiting{0}; // who waits looks for its client
    std::array<std::string, 8> states;
    {
        std::vector<std::jthread> threads;
        for (auto& state : states) {
            threads.emplace_back([&] {
                Deadline const deadline{Deadline::Clock::time_point::max(),
                                        [&, is_first = true]() mutable {
                                            waiting += std::exchange(is_first, false) ? 1 : 0;
                                            return false;
                                        }};
                try {
                    (void)cache.get("roads", deadline, [&]() -> SharedFacts {
                        ++lessons;
                        while (waiting < 7 && lessons == 1) {
                            std::this_thread::yield();
                        }
                        throw DatabaseFailure{
                            {.kind = FailureKind::Other, .sqlstate = "42501", .message = "denied"}};
                    });
                } catch (DatabaseFailure const& error) {
                    state = error.failure.sqlstate;
                }
            });
        }
    }
    CHECK(lessons == 1);
    for (auto const& state : states) {
        CHECK(state == "42501");
    }
    CHECK(cache.size() == 0);
    CHECK(cache.get("roads", {}, &some_facts) != nullptr);
}

TEST_CASE("table cache: a client that leaves while it learns does not affect others")
{
    auto cache = small_cache();
    std::atomic<bool> is_learning{false};
    std::jthread const leaver{[&] {
        CHECK_THROWS_AS((void)cache.get("roads", {},
                                        [&]() -> SharedFacts {
                                            is_learning = true;
                                            std::this_thread::sleep_for(
                                                std::chrono::milliseconds{30});
                                            throw Error{ErrorKind::Limit, "the client has left"};
                                        }),
                        Error);
    }};
    while (!is_learning) {
        std::this_thread::yield();
    }
    CHECK(cache.get("roads", {}, &some_facts) != nullptr);
}

TEST_CASE("table cache: outdated facts are forgotten, newer ones stay, and the oldest table goes")
{
    auto cache = small_cache();
    auto const first = cache.get("a", {}, &some_facts);
    cache.forget("a", some_facts()); // others: another thread has learned again already
    CHECK(cache.get("a", {}, &some_facts) == first);
    cache.forget("a", first);
    auto const second = cache.get("a", {}, &some_facts);
    CHECK(second != first);
    (void)cache.get("b", {}, &some_facts);
    CHECK(cache.get("a", {}, &some_facts) == second);
    (void)cache.get("c", {}, &some_facts);
    CHECK(cache.size() == 2);
    CHECK(cache.get("a", {}, &some_facts) == second);
}

TEST_CASE("table cache: facts with which a statement failed again are kept for a while")
{
    auto cache = small_cache();
    auto const facts = cache.get("roads", {}, some_facts);
    cache.keep("roads", some_facts()); // those of another time
    cache.forget("roads", facts);
    auto const again = cache.get("roads", {}, some_facts);
    CHECK(again != facts);
    cache.keep("roads", again);
    cache.forget("roads", again);
    CHECK(cache.get("roads", {}, some_facts) == again);
}
