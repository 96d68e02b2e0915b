// SPDX-License-Identifier: MIT
#include "server/single_flight.hpp"

#include <algorithm>

namespace ms::server {

namespace {

/// Length first, so that no value can pass for the end of another.
void append_part(std::string& key, std::string_view part)
{
    key += std::to_string(part.size());
    key += ':';
    key += part;
}

} // namespace

std::string flight_key(http::Request const& request)
{
    if (request.method != http::Method::Get && request.method != http::Method::Head) {
        return {};
    }
    std::string key{request.method == http::Method::Get ? "G" : "H"};
    append_part(key, http::to_url(request.address));
    append_part(key, request.remote_address); // maps may be for some addresses only
    append_part(key, request.path_info);
    append_part(key, request.if_none_match);
    append_part(key, request.origin);
    append_part(key, request.accepts_gzip ? "gzip" : "");
    for (auto const& [name, value] : request.parameters.entries()) {
        append_part(key, name);
        append_part(key, value);
    }
    return key;
}

/// A flight that is given up takes nobody on board any more.
bool SingleFlight::are_all_gone(std::string const& key, Flight const& flight)
{
    {
        std::scoped_lock const lock{m_mutex};
        auto const has_gone = [](IsGone const& is_gone) { return is_gone && is_gone(); };
        if (!std::ranges::all_of(flight.listeners, has_gone)) {
            return false;
        }
    }
    land(key, flight);
    return true;
}

void SingleFlight::land(std::string const& key, Flight const& flight)
{
    std::scoped_lock const lock{m_mutex};
    auto const found = m_under_way.find(key);
    if (found != m_under_way.end() && found->second.get() == &flight) {
        m_under_way.erase(found);
    }
}

SingleFlight::Answer SingleFlight::run(std::string const& key, IsGone const& is_gone,
                                       Make const& make)
{
    std::promise<Answer> promise;
    auto const flight = std::make_shared<Flight>();
    flight->answer = promise.get_future().share();
    {
        std::unique_lock lock{m_mutex};
        auto const& under_way = m_under_way.try_emplace(key, flight).first->second;
        under_way->listeners.push_back(is_gone);
        if (under_way != flight) {
            auto const answer = under_way->answer;
            lock.unlock();
            return answer.get();
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
        promise.set_exception(std::current_exception());
        throw;
    }
}

} // namespace ms::server
