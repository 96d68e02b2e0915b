// SPDX-License-Identifier: MIT
#include "load/fleet.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

namespace ms::load {

namespace {

using Clock = std::chrono::steady_clock;

bool is_expected(Reply const& reply, Expected expected)
{
    switch (expected) {
    case Expected::Answer:
        return reply.status == 200;
    case Expected::Response:
        return reply.status > 0 && reply.status < 500;
    case Expected::Image:
        break;
    }
    return reply.is_image();
}

} // namespace

std::string failure_of(Reply const& reply)
{
    auto text = reply.status == 0 ? reply.failure
                                  : "status " + std::to_string(reply.status) + ", " +
                                        reply.content_type + ": " + reply.body.substr(0, 300);
    std::ranges::replace_if( // reports go to terminals and are read line by line
        text,
        [](char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F; },
        ' ');
    return text;
}

std::size_t Round::errors() const noexcept
{
    return static_cast<std::size_t>(
        std::ranges::count(outcomes, false, [](auto const& outcome) { return outcome.is_good; }));
}

double Round::per_second() const noexcept
{
    return seconds > 0 ? static_cast<double>(outcomes.size() - errors()) / seconds : 0;
}

std::vector<double> Round::milliseconds() const
{
    std::vector<double> times;
    for (auto const& outcome : outcomes) {
        if (outcome.is_good) {
            times.push_back(outcome.seconds * 1e3);
        }
    }
    return times;
}

double Round::mean_bytes() const noexcept
{
    double const sum =
        std::accumulate(outcomes.begin(), outcomes.end(), 0.0, [](double so_far, auto const& one) {
            return so_far + static_cast<double>(one.bytes);
        });
    return outcomes.empty() ? 0 : sum / static_cast<double>(outcomes.size());
}

Fleet::Fleet(Target const& target, std::size_t clients, std::chrono::seconds limit,
             Expected expected)
    : m_expected(expected)
{
    for (std::size_t i = 0; i < std::max<std::size_t>(clients, 1); ++i) {
        m_clients.push_back(make_client(target.url, limit));
    }
}

Round Fleet::run(std::span<std::string const> urls, std::atomic<bool> const& stop,
                 std::function<void()> const& on_answer)
{
    std::vector<std::optional<Outcome>> outcomes(urls.size());
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    Round round;
    auto const start = Clock::now();
    auto const work = [&](Client& client) {
        for (auto i = next++; i < urls.size() && !stop; i = next++) {
            double const begin = std::chrono::duration<double>(Clock::now() - start).count();
            auto const& reply = client.get(urls[i]);
            bool const is_good = is_expected(reply, m_expected);
            outcomes[i] =
                Outcome{reply.timings.total, reply.body.size(), is_good, reply.timings, begin,
                        reply.server_seconds};
            if (!is_good) {
                std::scoped_lock const lock{mutex};
                if (round.first_failure.empty()) {
                    round.first_failure = failure_of(reply);
                }
            }
            if (on_answer) {
                on_answer();
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (auto const& client : m_clients) {
            threads.emplace_back([&work, &client] { work(*client); });
        }
    }
    round.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    for (auto const& outcome : outcomes) {
        if (outcome) {
            round.outcomes.push_back(*outcome);
        }
    }
    return round;
}

} // namespace ms::load
