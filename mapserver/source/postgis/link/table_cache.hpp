// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches facts about tables, each learned once per process.

#include "base/deadline.hpp"
#include "base/error.hpp"
#include "base/trace.hpp"
#include "source/postgis/facts/table_facts.hpp"
#include "source/postgis/link/failure.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

namespace ms::source::postgis {

using SharedFacts = std::shared_ptr<TableFacts const>;

/// LRU cache from a table's key to its facts. Thread safe: if several threads miss the same table,
/// one learns, and the others wait for it.
class TableCache {
public:
    using Clock = std::chrono::steady_clock;

    static constexpr std::size_t default_key_bytes = std::size_t{16} << 20U;

    /// \param max_key_bytes of all keys, which clients' values for %name% are parts of
    TableCache(std::size_t max_tables, std::chrono::seconds time_to_live,
               std::size_t max_key_bytes = default_key_bytes)
        : m_max_tables(max_tables), m_time_to_live(time_to_live), m_max_key_bytes(max_key_bytes)
    {}

    /// The facts of a table; `learn` is called without a lock held. All waiting threads get its
    /// exception, and nothing is cached. A limit of the learning request, such as a client that has
    /// left, does not affect the others: then one of them learns.
    /// \param trace  of the request; may be null
    /// \throws DatabaseFailure, Error{Limit} when the deadline passes first
    [[nodiscard]] SharedFacts get(std::string const& key, Deadline const& deadline,
                                  std::function<SharedFacts()> const& learn,
                                  Trace* trace = nullptr);
    /// Forgets these facts of a table. If another thread has learned newer ones they stay.
    void forget(std::string const& key, SharedFacts const& outdated);
    /// These facts were learned because a statement failed, and it failed again: they are not
    /// forgotten for the next ten seconds. Else a filter that the database rejects would make every
    /// request learn the table anew.
    void keep(std::string const& key, SharedFacts const& sound);
    [[nodiscard]] std::size_t size();

private:
    /// The result of learning: facts, or an error. An error is stored as a value, so that each
    /// thread throws its own exception.
    struct Lesson {
        SharedFacts facts;
        std::optional<Failure> failure;     ///< of the database
        ErrorKind kind = ErrorKind::Source; ///< of another error, with its text
        std::string text;
    };
    struct Entry {
        std::string key;
        std::shared_future<Lesson> lesson;
        Clock::time_point learned;
        std::uint64_t ticket = 0; ///< lets a learner check that the entry is still its own
        bool is_sound = false;    ///< see keep()
    };
    using Entries = std::list<Entry>; ///< the one used last in front

    static Lesson wait_for(std::shared_future<Lesson> const& lesson, Deadline const& deadline,
                           Trace* trace);
    SharedFacts teach(std::string const& key, std::promise<Lesson>& promise, std::uint64_t ticket,
                      std::function<SharedFacts()> const& learn);
    Entry* find(std::string const& key);
    Entry* find(std::string const& key, SharedFacts const& facts);
    std::uint64_t insert(std::string const& key, std::shared_future<Lesson> lesson);
    void erase(Entries::iterator entry);

    std::size_t m_max_tables;
    std::chrono::seconds m_time_to_live;
    std::size_t m_max_key_bytes;
    std::size_t m_key_bytes = 0;
    std::mutex m_mutex;
    std::uint64_t m_tickets = 0;
    Entries m_entries;
    std::unordered_map<std::string, Entries::iterator> m_index;
};

} // namespace ms::source::postgis
