// SPDX-License-Identifier: MIT
#include "source/postgis/link/table_cache.hpp"

#include "source/postgis/link/connection.hpp"

namespace ms::source::postgis {

namespace {

/// A key is in the list and in the index.
std::size_t key_bytes_of(std::string const& key)
{
    return 2 * key.size();
}

} // namespace

TableCache::Lesson TableCache::wait_for(std::shared_future<Lesson> const& lesson,
                                        Deadline const& deadline, Trace* trace)
{
    constexpr std::chrono::milliseconds slice{
        50}; // maximum delay until a cancelled request is noticed
    if (lesson.wait_for(std::chrono::seconds{0}) == std::future_status::ready) {
        return lesson.get();
    }
    Timed const timed{trace, Stage::Learn};
    while (lesson.wait_for(slice) != std::future_status::ready) {
        deadline.check();
    }
    return lesson.get();
}

SharedFacts TableCache::teach(std::string const& key, std::promise<Lesson>& promise,
                              std::uint64_t ticket, std::function<SharedFacts()> const& learn)
{
    Lesson lesson;
    auto const give_up = [&] {
        std::unique_lock lock{m_mutex};
        if (auto const* const entry = find(key); entry != nullptr && entry->ticket == ticket) {
            erase(m_index.at(key));
        }
        lock.unlock();
        promise.set_value(std::move(lesson));
    };
    try {
        lesson.facts = learn();
    } catch (DatabaseFailure const& error) {
        lesson.failure = error.failure;
        give_up();
        throw;
    } catch (Error const& error) {
        lesson.kind = error.kind();
        lesson.text = error.what();
        give_up();
        throw;
    } catch (std::exception const& error) {
        lesson.kind = ErrorKind::Internal;
        lesson.text = error.what();
        give_up();
        throw;
    }
    promise.set_value(lesson);
    return lesson.facts;
}

SharedFacts TableCache::get(std::string const& key, Deadline const& deadline,
                            std::function<SharedFacts()> const& learn, Trace* trace)
{
    for (;;) {
        std::unique_lock lock{m_mutex};
        auto const* const entry = find(key);
        if (entry == nullptr) {
            std::promise<Lesson> promise;
            auto const ticket = insert(key, promise.get_future().share());
            lock.unlock();
            return teach(key, promise, ticket, learn);
        }
        auto const shared = entry->lesson;
        lock.unlock();
        auto const lesson = wait_for(shared, deadline, trace);
        if (lesson.facts) {
            return lesson.facts;
        }
        if (lesson.failure) {
            throw DatabaseFailure{*lesson.failure};
        }
        if (lesson.kind != ErrorKind::Limit) {
            throw Error{lesson.kind, lesson.text};
        }
    }
}

void TableCache::forget(std::string const& key, SharedFacts const& outdated)
{
    constexpr std::chrono::seconds sound_time{10};
    std::scoped_lock const lock{m_mutex};
    auto const* const entry = find(key, outdated);
    if (entry != nullptr && !(entry->is_sound && Clock::now() - entry->learned < sound_time)) {
        erase(m_index.at(key));
    }
}

void TableCache::keep(std::string const& key, SharedFacts const& sound)
{
    std::scoped_lock const lock{m_mutex};
    if (auto* const entry = find(key, sound)) {
        entry->is_sound = true;
    }
}

TableCache::Entry* TableCache::find(std::string const& key, SharedFacts const& facts)
{
    auto* const entry = find(key);
    bool const is_learned = entry != nullptr && entry->lesson.wait_for(std::chrono::seconds{0}) ==
                                                    std::future_status::ready;
    return is_learned && entry->lesson.get().facts == facts ? entry : nullptr;
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

std::uint64_t TableCache::insert(std::string const& key, std::shared_future<Lesson> lesson)
{
    m_entries.push_front({key, std::move(lesson), Clock::now(), ++m_tickets});
    m_index[key] = m_entries.begin();
    m_key_bytes += key_bytes_of(key);
    while (m_entries.size() > m_max_tables ||
           (m_key_bytes > m_max_key_bytes && m_entries.size() > 1)) {
        erase(std::prev(m_entries.end()));
    }
    return m_tickets;
}

void TableCache::erase(Entries::iterator entry)
{
    m_key_bytes -= key_bytes_of(entry->key);
    m_index.erase(entry->key);
    m_entries.erase(entry);
}

} // namespace ms::source::postgis
