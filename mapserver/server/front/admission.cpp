// SPDX-License-Identifier: MIT
#include "server/front/admission.hpp"

#include "ows/common/message_page.hpp"
#include "server/cache/request_key.hpp"

#include <future>
#include <tuple>
#include <utility>

namespace ms::server {

namespace {

Admission::Answer come_again()
{
    auto response = ows::message_page(503, "The server is busy. Please try again in a moment.");
    response.headers.emplace_back("Retry-After", "1");
    return std::make_shared<http::Response const>(std::move(response));
}

/// A placeholder for an answer that is streamed to another client.
Admission::Answer streamed()
{
    http::Response response;
    response.was_streamed = true;
    return std::make_shared<http::Response const>(std::move(response));
}

/// Counts one more waiting request during its lifetime.
class Waiting {
public:
    explicit Waiting(Metrics& metrics) : m_metrics(metrics) { m_metrics.change_waiting(1); }
    ~Waiting() { m_metrics.change_waiting(-1); }
    Waiting(Waiting const&) = delete;
    Waiting& operator=(Waiting const&) = delete;

private:
    Metrics& m_metrics;
};

} // namespace

Admission::Admission(App& app, Workers const& workers)
    : m_app(app), m_failure(std::make_shared<http::Response const>(ows::message_page(
                      500, "An internal error occurred; the server's log has the details.")))
{
    if (workers.count > 0) {
        m_workers.emplace(workers.count, workers.max_waiting);
    }
}

/// \param refused called with the answer if there is no room for the task
void Admission::run(std::function<void()> task, Take const& refused)
{
    if (!m_workers) {
        task();
        return;
    }
    auto waiting = std::make_shared<Waiting>(m_app.observer().metrics());
    if (!m_workers->submit([task = std::move(task), waiting = std::move(waiting)]() mutable {
            waiting.reset();
            task();
        })) {
        m_app.log().write(LogLevel::Notice, "too many requests are waiting: one is refused");
        m_app.observer().metrics().count_refusal();
        refused(come_again());
    }
}

void Admission::answer_alone(SharedRequest const& request, Take const& take)
{
    run([this, request,
         take] { take(std::make_shared<http::Response const>(m_app.answer(*request))); },
        take);
}

void Admission::note_joined(http::Request const& request, Answer const& answer,
                            Trace::Clock::time_point begin, bool is_joined)
{
    if (is_joined) {
        m_app.observer().note_joined(request, *answer, begin);
    }
}

void Admission::answer_once(std::string const& key, SharedRequest const& request, TakeShared take)
{
    auto const is_joined = std::make_shared<bool>(true);
    auto const flight =
        m_flights.board(key, {.is_gone = request->is_abandoned,
                              .take = [take = std::move(take), is_joined](Answer const& answer) {
                                  take(answer, *is_joined);
                              }});
    if (!flight) {
        return;
    }
    *is_joined = false;
    try {
        make_for_all(flight, *request);
    } catch (std::exception const& error) {
        // Mostly out of memory. Without an answer equal requests would wait for it for ever.
        (void)m_app.complain(error); // writes it to the log
        m_flights.land(*flight, m_failure);
    }
}

void Admission::make_for_all(std::shared_ptr<SingleFlight::Flight> const& flight,
                             http::Request const& request)
{
    auto for_all = request;
    for_all.is_abandoned = [this, flight] { return m_flights.are_all_gone(*flight); };
    if (request.open_stream) {
        for_all.open_stream = [this, flight, open = request.open_stream](http::Response head) {
            m_flights.land_others(*flight, streamed()); // a streamed body has a single reader
            return open(std::move(head));
        };
    }
    run(
        [this, flight, for_all = std::move(for_all)] {
            m_flights.land(*flight, std::make_shared<http::Response const>(m_app.answer(for_all)));
        },
        [this, flight](Answer const& refusal) { m_flights.land(*flight, refusal); });
}

void Admission::start(http::Request request, Take take)
{
    if (m_workers) {
        request.pause = [] { return std::make_shared<WorkerPool::Pause>(); };
    }
    auto const shared = std::make_shared<http::Request const>(std::move(request));
    auto const key = flight_key(*shared);
    if (key.empty()) {
        answer_alone(shared, take);
        return;
    }
    auto const begin = Trace::Clock::now();
    auto const finish = [this, shared, begin, take = std::move(take)](Answer const& answer,
                                                                      bool is_joined) {
        note_joined(*shared, answer, begin, is_joined);
        take(answer);
    };
    answer_once(key, shared, [this, shared, finish](Answer const& answer, bool is_joined) {
        if (is_joined && answer->was_streamed) {
            answer_alone(shared, [finish](Answer const& own) { finish(own, false); });
        } else if (is_joined && answer->depends_on_address) { // that was another's
            answer_once(flight_key_of_address(*shared), shared, finish);
        } else {
            finish(answer, is_joined);
        }
    });
}

Admission::Answer Admission::answer(http::Request const& request)
{
    auto const shared = std::make_shared<http::Request const>(request);
    auto const key = flight_key(request);
    if (key.empty()) {
        // Shared: the thread that sets the value may still be inside set_value() after it has been
        // read.
        auto const promise = std::make_shared<std::promise<Answer>>();
        answer_alone(shared, [promise](Answer const& answer) { promise->set_value(answer); });
        return promise->get_future().get();
    }
    auto const wait_for = [&](std::string const& of) {
        auto const promise = std::make_shared<std::promise<std::pair<Answer, bool>>>();
        answer_once(of, shared, [promise](Answer const& answer, bool is_joined) {
            promise->set_value({answer, is_joined});
        });
        return promise->get_future().get();
    };
    auto const begin = Trace::Clock::now();
    auto [answer, is_joined] = wait_for(key);
    if (is_joined && answer->was_streamed) {
        return std::make_shared<http::Response const>(m_app.answer(request));
    }
    if (is_joined && answer->depends_on_address) {
        std::tie(answer, is_joined) = wait_for(flight_key_of_address(request));
    }
    note_joined(request, answer, begin, is_joined);
    return answer;
}

std::size_t Admission::waiting_for(http::Request const& request)
{
    return m_flights.passengers(flight_key(request));
}

} // namespace ms::server
