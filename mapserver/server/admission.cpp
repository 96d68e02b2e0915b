// SPDX-License-Identifier: MIT
#include "server/admission.hpp"

#include "ows/message_page.hpp"
#include "server/request_key.hpp"

namespace ms::server {

namespace {

http::Response come_again()
{
    auto response = ows::message_page(503, "The server is busy. Please try again in a moment.");
    response.headers.emplace_back("Retry-After", "1");
    return response;
}

/// One more waits, as long as this object.
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

Admission::Admission(App& app, Workers const& workers) : m_app(app)
{
    if (workers.count > 0) {
        m_workers.emplace(workers.count, workers.max_waiting);
    }
}

http::Response Admission::answer_on_a_worker(http::Request const& request)
{
    if (!m_workers) {
        return m_app.answer(request);
    }
    http::Response response;
    Waiting const waiting{m_app.observer().metrics()};
    if (!m_workers->run([&] { response = m_app.answer(request); })) {
        m_app.log().write(LogLevel::Notice, "too many requests are waiting: one is refused");
        m_app.observer().metrics().count_refusal();
        return come_again();
    }
    return response;
}

Admission::Shared Admission::answer_once(http::Request const& request, std::string const& key)
{
    Shared shared;
    shared.answer =
        m_flights.run(key, request.is_abandoned, [&](SingleFlight::IsGone const& all_gone) {
            shared.is_made_here = true;
            auto for_all = request;
            for_all.is_abandoned = all_gone;
            return answer_on_a_worker(for_all);
        });
    return shared;
}

std::size_t Admission::waiting_for(http::Request const& request)
{
    return m_flights.passengers(flight_key(request));
}

SingleFlight::Answer Admission::answer(http::Request const& request)
{
    try {
        auto const key = flight_key(request);
        if (key.empty()) {
            return std::make_shared<http::Response const>(answer_on_a_worker(request));
        }
        auto const begin = Trace::Clock::now();
        auto shared = answer_once(request, key);
        if (!shared.is_made_here && shared.answer->depends_on_address) {
            shared = answer_once(request, flight_key_of_address(request)); // that was another's
        }
        if (!shared.is_made_here) {
            m_app.observer().note_joined(request, *shared.answer, begin);
        }
        return shared.answer;
    } catch (std::exception const& error) {
        return std::make_shared<http::Response const>(m_app.complain(error));
    }
}

} // namespace ms::server
