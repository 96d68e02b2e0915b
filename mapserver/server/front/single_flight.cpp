// SPDX-License-Identifier: MIT
#include "server/front/single_flight.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace ms::server {

std::shared_ptr<SingleFlight::Flight> SingleFlight::board(std::string const& key,
                                                          Passenger passenger)
{
    std::scoped_lock const lock{m_mutex};
    auto const found = m_under_way.find(key);
    if (found != m_under_way.end()) {
        found->second->m_passengers.push_back(std::move(passenger));
        return nullptr;
    }
    auto flight = std::make_shared<Flight>(key);
    flight->m_passengers.push_back(std::move(passenger));
    m_under_way.emplace(key, flight);
    return flight;
}

/// Checking a passenger is a system call: not under the lock. The second check sees passengers that
/// board meanwhile, and closes the flight under the lock that boarding takes.
bool SingleFlight::are_all_gone(Flight& flight)
{
    std::vector<std::function<bool()>> questions;
    {
        std::scoped_lock const lock{m_mutex};
        if (flight.m_is_given_up) {
            return true;
        }
        questions.reserve(flight.m_passengers.size());
        for (auto const& passenger : flight.m_passengers) {
            questions.push_back(passenger.is_gone);
        }
    }
    if (!std::ranges::all_of(questions, [](auto const& is_gone) { return is_gone && is_gone(); })) {
        return false;
    }
    std::scoped_lock const lock{m_mutex};
    if (flight.m_passengers.size() == questions.size()) {
        flight.m_is_given_up = true;
        close(flight);
    }
    return flight.m_is_given_up;
}

void SingleFlight::close(Flight const& flight)
{
    auto const found = m_under_way.find(flight.m_key);
    if (found != m_under_way.end() && found->second.get() == &flight) {
        m_under_way.erase(found);
    }
}

void SingleFlight::land(Flight& flight, Answer const& answer)
{
    std::vector<Passenger> passengers;
    {
        std::scoped_lock const lock{m_mutex};
        close(flight);
        passengers.swap(flight.m_passengers);
    }
    for (auto const& passenger : passengers | std::views::reverse) {
        passenger.take(answer);
    }
}

void SingleFlight::land_others(Flight& flight, Answer const& answer)
{
    std::vector<Passenger> others;
    {
        std::scoped_lock const lock{m_mutex};
        close(flight);
        auto& all = flight.m_passengers;
        auto const first = all.begin() + (all.empty() ? 0 : 1);
        others.assign(std::make_move_iterator(first), std::make_move_iterator(all.end()));
        all.erase(first, all.end());
    }
    for (auto const& passenger : others) {
        passenger.take(answer);
    }
}

std::size_t SingleFlight::passengers(std::string const& key)
{
    std::scoped_lock const lock{m_mutex};
    auto const found = m_under_way.find(key);
    return found == m_under_way.end() ? 0 : found->second->m_passengers.size();
}

} // namespace ms::server
