// SPDX-License-Identifier: MIT
#include "server/cache/request_key.hpp"
#include "server/front/admission.hpp"
#include "server/front/single_flight.hpp"
#include "server/front/worker_pool.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <latch>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace ms;
using namespace ms::server;

namespace {

/// Blocks threads until a test has seen a condition.
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
    explicit RestrictedServer(Admission::Workers const& workers = {}) : m_admission{m_app, workers}
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
    [[nodiscard]] std::size_t waiting() { return m_app.observer().metrics().waiting(); }

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
    Admission m_admission;
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

TEST_CASE("worker pool: no more tasks run at once than there are workers, and all run")
{
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::atomic<int> done{0};
    constexpr int count = 40;
    {
        WorkerPool pool{3, count};
        for (int i = 0; i < count; ++i) {
            CHECK(pool.submit([&] {
                int const now = ++running;
                int seen = most;
                while (now > seen && !most.compare_exchange_weak(seen, now)) {
                }
                std::this_thread::yield();
                --running;
                ++done;
            }));
        }
    }
    CHECK(done == count);
    CHECK(most <= 3);
    CHECK(most >= 1);
}

TEST_CASE("worker pool: a task beyond the queue is refused at once and not run")
{
    std::atomic<int> run{0};
    {
        std::latch is_busy{1};
        std::latch may_end{1};
        WorkerPool pool{1, 1}; // ends before what its worker waits for
        CHECK(pool.submit([&] {
            is_busy.count_down();
            may_end.wait();
        }));
        is_busy.wait();
        CHECK(pool.submit([&] { ++run; })); // waits for the worker
        CHECK_FALSE(pool.submit([&] { ++run; }));
        CHECK(run == 0);
        may_end.count_down();
    }
    CHECK(run == 1);
}

namespace {

/// A client that waits for an answer.
struct Passenger {
    bool is_gone = false;
    SingleFlight::Answer answer{};
    int taken = 0;

    SingleFlight::Passenger ticket()
    {
        return {.is_gone = [this] { return is_gone; },
                .take =
                    [this](SingleFlight::Answer const& given) {
                        answer = given;
                        ++taken;
                    }};
    }
};

SingleFlight::Answer map_answer()
{
    return std::make_shared<http::Response const>(http::text_response(200, "text/plain", "map"));
}

} // namespace

TEST_CASE("single flight: identical concurrent requests get the same answer, made once")
{
    SingleFlight flights;
    Passenger first;
    Passenger second;
    Passenger other;
    auto const flight = flights.board("key", first.ticket());
    REQUIRE(flight);
    CHECK_FALSE(flights.board("key", second.ticket()));
    auto const other_flight = flights.board("other", other.ticket());
    CHECK(other_flight);
    CHECK(flights.passengers("key") == 2);
    auto const answer = map_answer();
    flights.land(*flight, answer);
    CHECK(first.answer == answer);
    CHECK(second.answer == answer);
    CHECK(first.taken + second.taken == 2);
    CHECK(other.taken == 0);
    CHECK(flights.passengers("key") == 0);
    CHECK(flights.board("key", first.ticket())); // made anew
    flights.land(*other_flight, answer);
}

TEST_CASE("single flight: all have gone when the last one has")
{
    SingleFlight flights;
    Passenger first{.is_gone = true};
    Passenger second;
    auto const flight = flights.board("key", first.ticket());
    CHECK_FALSE(flights.board("key", second.ticket()));
    CHECK_FALSE(flights.are_all_gone(*flight));
    second.is_gone = true;
    CHECK(flights.are_all_gone(*flight));

    Passenger late; // is answered anew
    auto const own = flights.board("key", late.ticket());
    REQUIRE(own);
    CHECK(flights.are_all_gone(*flight));
    flights.land(*flight, map_answer());
    CHECK(late.taken == 0);
    CHECK(flights.passengers("key") == 1);
    CHECK_FALSE(flights.are_all_gone(*own));
    flights.land(*own, map_answer());
    CHECK(late.taken == 1);
}

TEST_CASE("single flight: a client that boards during the check of the others is not dropped")
{
    SingleFlight flights;
    Passenger second;
    bool is_first_look = true;
    SingleFlight::Answer answer;
    // Boards while the first one's socket is checked.
    auto const flight =
        flights.board("key", {.is_gone =
                                  [&] {
                                      if (std::exchange(is_first_look, false)) {
                                          CHECK_FALSE(flights.board("key", second.ticket()));
                                      }
                                      return true;
                                  },
                              .take = [](auto const&) {}});
    REQUIRE(flight);
    CHECK_FALSE(flights.are_all_gone(*flight));
    flights.land(*flight, map_answer());
    CHECK(second.taken == 1);
}

TEST_CASE("single flight: an answer that only its maker gets")
{
    SingleFlight flights;
    Passenger first;
    Passenger second;
    auto const flight = flights.board("key", first.ticket());
    CHECK_FALSE(flights.board("key", second.ticket()));
    auto const other = map_answer();
    flights.land_others(*flight, other);
    CHECK(second.answer == other);
    CHECK(first.taken == 0);
    CHECK(flights.passengers("key") == 0);
    CHECK_FALSE(flights.are_all_gone(*flight)); // the first is there
    first.is_gone = true;
    CHECK(flights.are_all_gone(*flight));
    flights.land(*flight, map_answer());
    CHECK(first.taken == 1);
    CHECK(second.taken == 1);
}

TEST_CASE("single flight: from many threads")
{
    SingleFlight flights;
    std::atomic<int> made{0};
    std::atomic<int> taken{0};
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 8; ++i) {
            threads.emplace_back([&, i] {
                for (int round = 0; round < 500; ++round) {
                    auto const flight =
                        flights.board(std::to_string(round % 3),
                                      {.is_gone = [i] { return i % 2 == 0; },
                                       .take = [&](SingleFlight::Answer const&) { ++taken; }});
                    if (flight) {
                        ++made;
                        (void)flights.are_all_gone(*flight);
                        flights.land(*flight, map_answer());
                    }
                }
            });
        }
    }
    CHECK(taken == 8 * 500);
    CHECK(made <= taken);
}

TEST_CASE("admission: an answer that depends on the client is not shared between addresses")
{
    for (bool const is_allowed_first : {true, false}) {
        RestrictedServer server;
        auto& admission = server.admission();
        auto first = get_map(is_allowed_first ? "192.0.2.1" : "192.0.2.2");
        auto const second = get_map(is_allowed_first ? "192.0.2.2" : "192.0.2.1");
        SingleFlight::Answer second_answer;
        std::jthread boarding;
        std::once_flag once;
        // Arrives while the first answer is being made.
        first.is_abandoned = [&] {
            std::call_once(once, [&] {
                boarding = std::jthread{[&] { second_answer = admission.answer(second); }};
                wait_until([&] { return admission.waiting_for(second) == 2; });
            });
            return false;
        };
        auto const first_answer = admission.answer(first);
        REQUIRE(boarding.joinable() == is_allowed_first); // no request arrives after a refusal
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

TEST_CASE("admission: a request that is being answered waits no more")
{
    RestrictedServer server{{.count = 1, .max_waiting = 2}};
    std::latch answered{2};
    std::atomic<std::size_t> alone{99};
    std::atomic<std::size_t> with_another{99};
    auto const take = [&](Admission::Answer const&) { answered.count_down(); };
    auto first = get_map("192.0.2.1");
    std::once_flag once;
    first.is_abandoned = [&] { // asked by the worker
        std::call_once(once, [&] {
            alone = server.waiting();
            auto second = get_map("192.0.2.1");
            second.parameters.append("other", "than the first");
            server.admission().start(std::move(second), take);
            with_another = server.waiting();
        });
        return false;
    };
    server.admission().start(std::move(first), take);
    answered.wait();
    CHECK(alone == 0);
    CHECK(with_another == 1);
    CHECK(server.waiting() == 0);
}

namespace {

/// Opens no stream. Copying it fails, as anything may when memory is exhausted.
struct NotCopied {
    NotCopied() = default;
    NotCopied(NotCopied const& /*other*/) { throw std::bad_alloc{}; }
    NotCopied(NotCopied&&) = default;
    NotCopied& operator=(NotCopied const&) = default;
    NotCopied& operator=(NotCopied&&) = default;
    ~NotCopied() = default;
    std::shared_ptr<http::BodyStream> operator()(http::Response const& /*head*/) const
    {
        return nullptr;
    }
};

} // namespace

TEST_CASE("admission: a request that fails before it is begun is answered, and later ones are, too")
{
    RestrictedServer server;
    std::vector<int> statuses;
    auto const start = [&](http::Request request) {
        server.admission().start(std::move(request), [&](Admission::Answer const& answer) {
            statuses.push_back(answer->status);
        });
    };
    auto failing = get_map("192.0.2.1");
    failing.open_stream = NotCopied{};
    start(std::move(failing));
    start(get_map("192.0.2.1"));
    CHECK(statuses == std::vector{500, 200});
}

TEST_CASE("flight key: differs with everything an answer may depend on")
{
    auto const key = flight_key(get("layers", "a"));
    CHECK(key == flight_key(get("layers", "a")));
    CHECK(key != flight_key(get("layers", "b")));
    CHECK(key != flight_key(get("layer", "sa")));
    auto other = get("layers", "a");
    other.address.host = "example.org"; // part of the capabilities
    CHECK(key != flight_key(other));
    other = get("layers", "a");
    other.remote_address = "192.0.2.1"; // the answer depends on it: ows_allowed_ip_list
    CHECK(key == flight_key(other));
    CHECK(flight_key_of_address(other) != flight_key_of_address(get("layers", "a")));
    CHECK(flight_key_of_address(other) != key);
    other = get("layers", "a");
    other.path_info = "/world";
    CHECK(key != flight_key(other));
}

TEST_CASE("flight key: a POST is answered separately")
{
    auto request = get("layers", "a");
    request.method = http::Method::Post;
    CHECK(flight_key(request).empty());
}
