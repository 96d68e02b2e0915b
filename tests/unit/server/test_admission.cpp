// SPDX-License-Identifier: MIT
#include "server/admission.hpp"
#include "server/request_key.hpp"
#include "server/single_flight.hpp"
#include "server/worker_pool.hpp"

#include <doctest/doctest.h>

#include <sys/resource.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <latch>
#include <mutex>
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

/// A server whose one map "box" is for 192.0.2.1 only.
class RestrictedServer {
public:
    RestrictedServer()
    {
        std::ofstream{m_folder / "box.map"}
            << R"(MAP EXTENT 0 0 10 10 PROJECTION "init=epsg:4326" END
            WEB METADATA "ows_srs" "EPSG:4326" "ows_enable_request" "*" "ows_allowed_ip_list" "192.0.2.1" END END
            LAYER NAME "box" TYPE POINT STATUS ON
              FEATURE POINTS 5 5 END END CLASS STYLE COLOR 0 0 0 SIZE 4 END END
            END END)";
    }
    ~RestrictedServer() { std::filesystem::remove_all(m_folder); }
    RestrictedServer(RestrictedServer const&) = delete;
    RestrictedServer& operator=(RestrictedServer const&) = delete;

    Admission& admission() noexcept { return m_admission; }

private:
    static std::filesystem::path make_folder()
    {
        auto pattern = (std::filesystem::temp_directory_path() / "admission-XXXXXX").native();
        REQUIRE(mkdtemp(pattern.data()) != nullptr);
        return pattern;
    }

    std::filesystem::path m_folder = make_folder();
    App m_app{Config{
        mapfile::parse_config_file(
            R"(CONFIG ENV "MS_ERRORFILE" "/dev/null" END MAPS "box" "box.map" END END)", m_folder),
        {}}};
    Admission m_admission{m_app, {}};
};

http::Request get_map(std::string const& client)
{
    http::Request request;
    request.remote_address = client;
    request.parameters = {{"map", "box"},        {"SERVICE", "WMS"},     {"VERSION", "1.1.1"},
                          {"REQUEST", "GetMap"}, {"LAYERS", "box"},      {"STYLES", ""},
                          {"SRS", "EPSG:4326"},  {"BBOX", "0,0,10,10"},  {"WIDTH", "20"},
                          {"HEIGHT", "20"},      {"FORMAT", "image/png"}};
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

TEST_CASE(
    "single flight: who boards while the others are asked whether they have gone is not given up")
{
    // The first client's socket is looked at, found closed, and before the flight is given up a
    // second client asks the same.
    SingleFlight flights;
    std::latch is_asked{1};
    std::latch has_boarded{1};
    std::atomic<bool> made_its_own{false};
    std::jthread second;
    bool is_first_look = true;
    auto const first_left = [&] {
        if (std::exchange(is_first_look, false)) {
            is_asked.count_down();
            has_boarded.wait();
        }
        return true;
    };
    (void)flights.run("key", first_left, [&](auto const& all_gone) {
        second = std::jthread{[&] {
            is_asked.wait();
            // Asked as soon as the second has boarded, by the second look of the maker.
            auto const answer = flights.run(
                "key", [&] { return false; },
                [&](auto const&) {
                    made_its_own = true;
                    return http::Response{};
                });
            CHECK(http::body_text(*answer) == "map");
        }};
        std::jthread const boarding{[&] {
            is_asked.wait();
            while (flights.passengers("key") <
                   2) { // boarding is not to wait for the look at sockets
                std::this_thread::yield();
            }
            has_boarded.count_down();
        }};
        CHECK_FALSE(all_gone());
        return http::text_response(200, "text/plain", "map");
    });
    second.join();
    CHECK_FALSE(made_its_own);
}

TEST_CASE("admission: an answer that depends on who asks is not shared between addresses")
{
    for (bool const is_allowed_first : {true, false}) {
        RestrictedServer server;
        auto& admission = server.admission();
        auto first = get_map(is_allowed_first ? "192.0.2.1" : "192.0.2.2");
        auto const second = get_map(is_allowed_first ? "192.0.2.2" : "192.0.2.1");
        SingleFlight::Answer second_answer;
        std::jthread boarding;
        std::once_flag once;
        // Asked while the first answer is being made.
        first.is_abandoned = [&] {
            std::call_once(once, [&] {
                boarding = std::jthread{[&] { second_answer = admission.answer(second); }};
                wait_until([&] { return admission.waiting_for(second) == 2; });
            });
            return false;
        };
        auto const first_answer = admission.answer(first);
        REQUIRE(boarding.joinable() == is_allowed_first); // a refusal is no time to ask meanwhile
        if (is_allowed_first) {
            boarding.join();
        } else {
            second_answer = admission.answer(second);
        }
        auto const& map = is_allowed_first ? *first_answer : *second_answer;
        auto const& refusal = is_allowed_first ? *second_answer : *first_answer;
        CHECK_MESSAGE(map.content_type == "image/png", http::body_text(map));
        CHECK(http::body_text(refusal).find("not enabled") != std::string_view::npos);
        CHECK(map.depends_on_address);
    }
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
    other.remote_address = "192.0.2.1"; // the answer says so: ows_allowed_ip_list
    CHECK(key == flight_key(other));
    CHECK(flight_key_of_address(other) != flight_key_of_address(get("layers", "a")));
    CHECK(flight_key_of_address(other) != key);
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
