// SPDX-License-Identifier: MIT
#include "server/request_key.hpp"
#include "server/single_flight.hpp"
#include "server/worker_pool.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>

#include <atomic>
#include <latch>
#include <stdexcept>
#include <string>

using namespace ms;
using namespace ms::server;

namespace {

/// Lets threads wait until a test has seen what it wants to see.
template <typename Condition>
void wait_until(Condition const& condition)
{
    while (!condition()) {
        std::this_thread::yield();
    }
}

http::Request get(std::string const& name, std::string const& value)
{
    http::Request request;
    request.parameters.append(name, value);
    return request;
}

} // namespace

TEST_CASE("worker pool: no more tasks run at once than there are workers")
{
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    {
        WorkerPool pool{3, 100};
        std::vector<std::jthread> callers;
        for (int i = 0; i < 40; ++i) {
            callers.emplace_back([&] {
                CHECK(pool.run([&] {
                    int const now = ++running;
                    int seen = most;
                    while (now > seen && !most.compare_exchange_weak(seen, now)) {
                    }
                    std::this_thread::yield();
                    --running;
                }));
            });
        }
    }
    CHECK(most <= 3);
    CHECK(most >= 1);
}

TEST_CASE("worker pool: a task that is done wakes the one who waits for it, not all who wait")
{
    // How often threads went to sleep. With 200 who wait, waking all of them for each task comes to
    // 20,000 times.
    auto const sleeps = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_nvcsw;
    };
    constexpr int count = 200;
    WorkerPool pool{1, count};
    std::atomic<int> waiting{0};
    std::latch may_go{1};
    std::vector<std::jthread> callers;
    for (int i = 0; i < count; ++i) {
        callers.emplace_back([&] {
            ++waiting;
            CHECK(pool.run([&] {
                may_go.wait();
                std::this_thread::sleep_for(std::chrono::microseconds{100}); // others may wake
            }));
        });
    }
    wait_until([&] { return waiting == count; });
    auto const before = sleeps();
    may_go.count_down();
    callers.clear(); // joins
    CHECK(sleeps() - before < 20 * count);
}

TEST_CASE("worker pool: what finds the queue full is refused at once and not run")
{
    WorkerPool pool{1, 1};
    std::latch is_busy{1};
    std::latch may_end{1};
    std::atomic<int> refused{0};
    std::atomic<int> run{0};
    std::jthread const first{[&] {
        CHECK(pool.run([&] {
            is_busy.count_down();
            may_end.wait();
        }));
    }};
    is_busy.wait();
    {
        std::vector<std::jthread> callers;
        for (int i = 0; i < 5; ++i) {
            callers.emplace_back([&] {
                if (!pool.run([&] { ++run; })) {
                    ++refused;
                }
            });
        }
        wait_until([&] { return refused == 4; }); // the fifth waits for the worker
        CHECK(run == 0);
        may_end.count_down();
    }
    CHECK(run == 1);
}

TEST_CASE("single flight: who asks the same at the same time gets the same answer, made once")
{
    SingleFlight flights;
    std::atomic<int> made{0};
    std::atomic<int> asking{0};
    constexpr int clients = 8;
    std::vector<SingleFlight::Answer> answers(clients);
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < clients; ++i) {
            threads.emplace_back([&, i] {
                ++asking;
                answers[static_cast<std::size_t>(i)] = flights.run("key", {}, [&](auto const&) {
                    ++made;
                    // All have asked; what they do next is join. A late one makes its own.
                    wait_until([&] { return asking == clients; });
                    std::this_thread::sleep_for(std::chrono::milliseconds{50});
                    return http::text_response(200, "text/plain", "map");
                });
            });
        }
    }
    CHECK(made < clients);
    for (auto const& answer : answers) {
        REQUIRE(answer);
        CHECK(http::body_text(*answer) == "map");
    }
}

TEST_CASE("single flight: afterwards the same is made anew, also after a failure")
{
    SingleFlight flights;
    int made = 0;
    auto const fail = [&](auto const&) -> http::Response {
        ++made;
        throw std::runtime_error{"no"};
    };
    CHECK_THROWS_WITH(static_cast<void>(flights.run("key", {}, fail)), "no");
    CHECK_THROWS_WITH(static_cast<void>(flights.run("key", {}, fail)), "no");
    CHECK(made == 2);
}

TEST_CASE("single flight: who joined a flight that fails gets an exception of its own")
{
    for (bool const is_out_of_memory : {false, true}) {
        SingleFlight flights;
        std::atomic<std::exception const*> thrown{nullptr};
        std::atomic<bool> was_told{false};
        std::atomic<bool> made_its_own{false};
        std::jthread second;
        try {
            (void)flights.run("key", {}, [&](auto const&) -> http::Response {
                second = std::jthread{[&] {
                    try {
                        (void)flights.run("key", {}, [&](auto const&) {
                            made_its_own = true; // came too late
                            return http::Response{};
                        });
                    } catch (std::bad_alloc const& error) {
                        was_told = is_out_of_memory;
                        CHECK(&error != thrown);
                    } catch (Error const& error) {
                        was_told = !is_out_of_memory && error.kind() == ErrorKind::Source &&
                                   error.what() == std::string{"gone"};
                        CHECK(&error != thrown);
                    }
                }};
                std::this_thread::sleep_for(std::chrono::milliseconds{50});
                if (is_out_of_memory) {
                    throw std::bad_alloc{};
                }
                throw Error{ErrorKind::Source, "gone"};
            });
        } catch (std::exception const& error) {
            thrown = &error;
            second.join();
        }
        CHECK(thrown != nullptr);
        CHECK(was_told != made_its_own);
    }
}

TEST_CASE("single flight: all have gone when the last one has")
{
    SingleFlight flights;
    std::atomic<bool> second_left{false};
    int made = 0;
    bool joined = false;
    std::jthread second;
    auto const first_left = [] { return true; };
    (void)flights.run("key", first_left, [&](auto const& all_gone) {
        second = std::jthread{[&] {
            (void)flights.run(
                "key", [&] { return second_left.load(); },
                [&](auto const&) {
                    ++made;
                    return http::Response{};
                });
        }};
        std::this_thread::sleep_for(std::chrono::milliseconds{50}); // a late one makes its own
        joined = !all_gone();
        second_left = true;
        CHECK(all_gone());
        return http::Response{};
    });
    second.join();
    CHECK(made == (joined ? 0 : 1));
}

TEST_CASE("single flight: who asks after all have gone is answered anew")
{
    SingleFlight flights;
    (void)flights.run(
        "key", [] { return true; },
        [&](auto const& all_gone) {
            CHECK(all_gone());
            bool made = false;
            (void)flights.run("key", {}, [&](auto const& own) {
                made = true;
                CHECK_FALSE(own());
                return http::Response{};
            });
            CHECK(made);
            return http::Response{};
        });
}

TEST_CASE("flight key: differs with everything an answer may depend on")
{
    auto const key = flight_key(get("layers", "a"));
    CHECK(key == flight_key(get("layers", "a")));
    CHECK(key != flight_key(get("layers", "b")));
    CHECK(key != flight_key(get("layer", "sa")));
    auto other = get("layers", "a");
    other.address.host = "example.org"; // stands in the capabilities
    CHECK(key != flight_key(other));
    other = get("layers", "a");
    other.remote_address = "192.0.2.1"; // ows_allowed_ip_list
    CHECK(key != flight_key(other));
    other = get("layers", "a");
    other.path_info = "/world";
    CHECK(key != flight_key(other));
}

TEST_CASE("flight key: a POST is answered by itself")
{
    auto request = get("layers", "a");
    request.method = http::Method::Post;
    CHECK(flight_key(request).empty());
}
