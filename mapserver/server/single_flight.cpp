// SPDX-License-Identifier: MIT
#include "server/single_flight.hpp"

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
    for (auto const& [name, value] : request.parameters.entries()) {
        append_part(key, name);
        append_part(key, value);
    }
    return key;
}

SingleFlight::Answer SingleFlight::run(std::string const& key,
                                       std::function<http::Response()> const& make)
{
    std::promise<Answer> promise;
    {
        std::unique_lock lock{m_mutex};
        auto const [found, is_first] = m_under_way.try_emplace(key, promise.get_future().share());
        if (!is_first) {
            auto const answer = found->second;
            lock.unlock();
            return answer.get();
        }
    }
    auto const land = [&] {
        std::scoped_lock const lock{m_mutex};
        m_under_way.erase(key);
    };
    try {
        auto answer = std::make_shared<http::Response const>(make());
        land();
        promise.set_value(answer);
        return answer;
    } catch (...) {
        land();
        promise.set_exception(std::current_exception());
        throw;
    }
}

} // namespace ms::server
