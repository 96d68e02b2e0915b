// SPDX-License-Identifier: MIT
#include "server/cache/answer_cache.hpp"

#include <utility>

namespace ms::server {

namespace {

/// Requests without a map name have the same text for every map that MS_MAPFILE ever named.
std::string key_of(AnswerCache::Origin const& origin)
{
    auto const& files = origin.map->origin.files;
    return (files.empty() ? std::string{} : files.front().native()) + '\n' + origin.request;
}

std::size_t size_of(http::Response const& response)
{
    auto bytes = response.body.size() + response.content_type.size();
    for (auto const& [name, value] : response.headers) {
        bytes += name.size() + value.size();
    }
    return bytes;
}

} // namespace

AnswerCache::Answer AnswerCache::find(Origin const& origin)
{
    auto const key = key_of(origin);
    std::scoped_lock const lock{m_mutex};
    auto const* const kept = m_answers.find(key);
    bool const is_current =
        kept != nullptr && kept->map.lock() == origin.map && kept->state == origin.state;
    return is_current ? kept->answer : nullptr;
}

void AnswerCache::keep(Origin const& origin, Answer answer)
{
    auto const bytes = size_of(*answer) + origin.state.size();
    auto const key = key_of(origin);
    std::scoped_lock const lock{m_mutex};
    m_answers.put(key, {origin.map, origin.state, std::move(answer)}, bytes);
}

void AnswerCache::forget()
{
    std::scoped_lock const lock{m_mutex};
    m_answers.clear();
}

std::size_t AnswerCache::bytes() const
{
    std::scoped_lock const lock{m_mutex};
    return m_answers.bytes();
}

std::size_t AnswerCache::size() const
{
    std::scoped_lock const lock{m_mutex};
    return m_answers.size();
}

} // namespace ms::server
