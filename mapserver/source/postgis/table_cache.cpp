// SPDX-License-Identifier: MIT
#include "source/postgis/table_cache.hpp"

namespace ms::source::postgis {

namespace {

bool is_ready(std::shared_future<SharedFacts> const& facts)
{
    return facts.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
}

SharedFacts wait_for(std::shared_future<SharedFacts> const& facts, Deadline const& deadline)
{
    constexpr std::chrono::milliseconds slice{
        50}; // how late a cancelled request is noticed at most
    while (facts.wait_for(slice) != std::future_status::ready) {
        deadline.check();
    }
    return facts.get();
}

} // namespace

SharedFacts TableCache::get(std::string const& key, Deadline const& deadline,
                            std::function<SharedFacts()> const& learn)
{
    std::unique_lock lock{m_mutex};
    if (auto const* const entry = find(key)) {
        auto const facts = entry->facts;
        lock.unlock();
        return wait_for(facts, deadline);
    }
    std::promise<SharedFacts> promise;
    auto const facts = promise.get_future().share();
    auto const ticket = insert(key, facts);
    lock.unlock();
    try {
        promise.set_value(learn());
    } catch (...) {
        promise.set_exception(std::current_exception());
        lock.lock();
        if (auto const* const entry = find(key); entry != nullptr && entry->ticket == ticket) {
            erase(m_index.at(key));
        }
    }
    return facts.get();
}

void TableCache::forget(std::string const& key, SharedFacts const& outdated)
{
    std::scoped_lock const lock{m_mutex};
    auto const* const entry = find(key);
    if (entry != nullptr && is_ready(entry->facts) && entry->facts.get() == outdated) {
        erase(m_index.at(key));
    }
}

std::size_t TableCache::size()
{
    std::scoped_lock const lock{m_mutex};
    return m_entries.size();
}

TableCache::Entry* TableCache::find(std::string const& key)
{
    auto const found = m_index.find(key);
    if (found == m_index.end()) {
        return nullptr;
    }
    if (Clock::now() - found->second->learned > m_time_to_live) {
        erase(found->second);
        return nullptr;
    }
    m_entries.splice(m_entries.begin(), m_entries, found->second);
    return &*found->second;
}

std::uint64_t TableCache::insert(std::string const& key, std::shared_future<SharedFacts> facts)
{
    m_entries.push_front({key, std::move(facts), Clock::now(), ++m_tickets});
    m_index[key] = m_entries.begin();
    if (m_entries.size() > m_max_tables) {
        erase(std::prev(m_entries.end()));
    }
    return m_tickets;
}

void TableCache::erase(Entries::iterator entry)
{
    m_index.erase(entry->key);
    m_entries.erase(entry);
}

} // namespace ms::source::postgis
