// SPDX-License-Identifier: MIT
#include "server/remote/remote_cache.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <latch>
#include <string>
#include <thread>
#include <vector>

using namespace ms;
using namespace ms::server;
using namespace std::chrono_literals;

namespace {

/// Answers every URL with a text whose length is its last digit, and counts.
struct Server {
    int requests = 0;
    RemoteCache::Fetch fetch()
    {
        return [this](std::string const& url, std::size_t /*max_bytes*/,
                      Deadline const& /*deadline*/) {
            ++requests;
            if (url.ends_with("gone")) {
                throw Error{ErrorKind::BadRequest, "gone"};
            }
            return std::string(static_cast<std::size_t>(url.back() - '0'), 'x');
        };
    }
};

RemoteCache::Clock::time_point const start{};
Deadline const forever;

} // namespace

TEST_CASE("remote cache: a file is fetched once until it is too old")
{
    Server server;
    RemoteCache cache{server.fetch(), 1000, 60s};
    CHECK(cache.get("a/5", 100, forever, start) == "xxxxx");
    CHECK(cache.get("a/5", 100, forever, start + 59s) == "xxxxx");
    CHECK(server.requests == 1);
    CHECK(cache.get("a/5", 100, forever, start + 60s) == "xxxxx");
    CHECK(server.requests == 2);
    CHECK(cache.get("a/5", 100, forever, start + 119s) == "xxxxx"); // its age began anew
    CHECK(server.requests == 2);
    CHECK(cache.bytes() > 5 + 2 * 3);
    CHECK(cache.bytes() < 400);
}

TEST_CASE("remote cache: is bounded; the least recently used file is dropped first")
{
    Server server;
    RemoteCache one{server.fetch(), 1000, 60s};
    (void)one.get("a/9", 100, forever, start);
    server.requests = 0;
    RemoteCache cache{server.fetch(), 2 * one.bytes(), 60s}; // two files of 9 bytes
    (void)cache.get("a/9", 100, forever, start);
    (void)cache.get("b/9", 100, forever, start);
    (void)cache.get("a/9", 100, forever, start);
    (void)cache.get("c/9", 100, forever, start); // instead of b
    CHECK(cache.bytes() == 2 * one.bytes());
    CHECK(server.requests == 3);
    (void)cache.get("a/9", 100, forever, start);
    CHECK(server.requests == 3);
    (void)cache.get("b/9", 100, forever, start);
    CHECK(server.requests == 4);
}

TEST_CASE("remote cache: failures, too large files and an age of 0 are not cached")
{
    Server server;
    RemoteCache cache{server.fetch(), 12, 60s};
    CHECK_THROWS_AS((void)cache.get("gone", 100, forever, start), Error);
    CHECK_THROWS_AS((void)cache.get("gone", 100, forever, start), Error);
    CHECK(server.requests == 2);
    (void)cache.get("a/9", 100, forever, start);
    CHECK(cache.bytes() == 0);
    RemoteCache none{server.fetch(), 1000, 0s};
    (void)none.get("a/5", 100, forever, start);
    (void)none.get("a/5", 100, forever, start);
    CHECK(server.requests == 5);
}

TEST_CASE("remote cache: a request with a smaller limit than the cached file asks the server, "
          "which refuses")
{
    Server server;
    RemoteCache cache{server.fetch(), 1000, 60s};
    (void)cache.get("a/9", 100, forever, start);
    (void)cache.get("a/9", 8, forever, start);
    CHECK(server.requests == 2);
}

TEST_CASE("remote cache: threads may use it together")
{
    RemoteCache cache{[](std::string const& url, std::size_t, Deadline const&) { return url; },
                      1500, 60s};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 500; ++k) {
                auto const url = "http://" + std::to_string(k % 17);
                if (cache.get(url, 100, forever) != url) {
                    throw Error{ErrorKind::Internal, "another file"};
                }
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(cache.bytes() <= 1500);
}

namespace {

/// A request that shows that it has begun to wait: who waits looks for its client.
struct Waiter {
    std::atomic<bool> has_begun{false};
    Deadline deadline{Deadline::Clock::time_point::max(), [this] {
                          has_begun = true;
                          return false;
                      }};
};

} // namespace

TEST_CASE("remote cache: a file that several need at once is fetched once")
{
    std::atomic<int> requests = 0;
    std::latch has_begun{1};
    std::latch may_end{1};
    auto const fetch = [&](std::string const& url, std::size_t, Deadline const&) {
        if (++requests == 1) {
            has_begun.count_down();
            may_end.wait();
        }
        return url;
    };
    RemoteCache cache{fetch, 1000, 0s};
    Waiter other_waits;
    std::string first;
    std::string second;
    {
        std::jthread const one{[&] { first = cache.get("a", 100, forever); }};
        has_begun.wait();
        std::jthread const other{[&] { second = cache.get("a", 100, other_waits.deadline); }};
        Deadline const passed{Deadline::Clock::now()};
        CHECK_THROWS_AS((void)cache.get("a", 100, passed), Interrupted); // does not wait longer
        while (!other_waits.has_begun && requests == 1) {
            std::this_thread::yield();
        }
        may_end.count_down();
    }
    CHECK(first == "a");
    CHECK(second == "a");
    CHECK(requests == 1);
}

TEST_CASE("remote cache: one that is interrupted leaves the others their own attempt")
{
    std::atomic<int> requests = 0;
    std::latch has_begun{1};
    std::latch may_end{1};
    auto const fetch = [&](std::string const& url, std::size_t, Deadline const& deadline) {
        if (++requests == 1) {
            has_begun.count_down();
            may_end.wait();
        }
        deadline.check();
        return url;
    };
    RemoteCache cache{fetch, 1000, 60s};
    Waiter other_waits;
    std::string second;
    bool is_interrupted = false;
    {
        std::jthread const one{[&] {
            Deadline const passed{Deadline::Clock::now()};
            try {
                (void)cache.get("a", 100, passed);
            } catch (Interrupted const&) {
                is_interrupted = true;
            }
        }};
        has_begun.wait();
        std::jthread const other{[&] { second = cache.get("a", 100, other_waits.deadline); }};
        while (!other_waits.has_begun && requests == 1) {
            std::this_thread::yield();
        }
        may_end.count_down();
    }
    CHECK(is_interrupted);
    CHECK(second == "a");
    CHECK(requests == 2);
}
