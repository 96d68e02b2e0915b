// SPDX-License-Identifier: MIT
#include "server/single_flight.hpp"

#include <algorithm>
#include <new>

namespace ms::server {

/// Asking a passenger is a system call: not under the lock. Whoever boards meanwhile is seen by the
/// second look, which gives the flight up under the lock that boarding takes.
bool SingleFlight::are_all_gone(std::string const& key, Flight& flight)
{
    std::vector<IsGone> passengers;
    {
        std::scoped_lock const lock{m_mutex};
        if (flight.is_given_up) {
            return true;
        }
        passengers = flight.passengers;
    }
    auto const has_gone = [](IsGone const& is_gone) { return is_gone && is_gone(); };
    if (!std::ranges::all_of(passengers, has_gone)) {
        return false;
    }
    std::scoped_lock const lock{m_mutex};
    if (flight.passengers.size() == passengers.size()) {
        flight.is_given_up = true;
        close(key, flight);
    }
    return flight.is_given_up;
}

void SingleFlight::close(std::string const& key, Flight const& flight)
{
    auto const found = m_under_way.find(key);
    if (found != m_under_way.end() && found->second.get() == &flight) {
        m_under_way.erase(found);
    }
}

void SingleFlight::land(std::string const& key, Flight const& flight)
{
    std::scoped_lock const lock{m_mutex};
    close(key, flight);
}

std::size_t SingleFlight::passengers(std::string const& key)
{
    std::scoped_lock const lock{m_mutex};
    auto const found = m_under_way.find(key);
    return found == m_under_way.end() ? 0 : found->second->passengers.size();
}

SingleFlight::Failure SingleFlight::current_failure() noexcept
{
    try {
        try {
            throw;
        } catch (Error const& error) {
            return {error.kind(), error.what()};
        } catch (std::bad_alloc const&) {
            return {.is_out_of_memory = true};
        } catch (std::exception const& error) {
            return {ErrorKind::Internal, error.what()};
        }
    } catch (...) {
        return {.is_out_of_memory = true}; // there was no room for the text
    }
}

SingleFlight::Answer SingleFlight::answer_of(Outcome const& outcome)
{
    if (auto const* const answer = std::get_if<Answer>(&outcome)) {
        return *answer;
    }
    auto const& failure = std::get<Failure>(outcome);
    if (failure.is_out_of_memory) {
        throw std::bad_alloc{};
    }
    throw Error{failure.kind, failure.message};
}

SingleFlight::Answer SingleFlight::run(std::string const& key, IsGone const& is_gone,
                                       Make const& make)
{
    std::promise<Outcome> promise;
    auto const flight = std::make_shared<Flight>();
    flight->outcome = promise.get_future().share();
    {
        std::unique_lock lock{m_mutex};
        auto const& under_way = m_under_way.try_emplace(key, flight).first->second;
        under_way->passengers.push_back(is_gone);
        if (under_way != flight) {
            auto const outcome = under_way->outcome;
            lock.unlock();
            return answer_of(outcome.get());
        }
    }
    try {
        auto answer = std::make_shared<http::Response const>(
            make([&] { return are_all_gone(key, *flight); }));
        land(key, *flight);
        promise.set_value(answer);
        return answer;
    } catch (...) {
        land(key, *flight);
        promise.set_value(current_failure());
        throw;
    }
}

} // namespace ms::server
