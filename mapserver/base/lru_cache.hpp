// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LRU cache of values by key, bounded in bytes.

#include <cstddef>
#include <iterator>
#include <list>
#include <map>
#include <string>
#include <utility>

namespace ms {

/// Drops the least recently used values first. Not thread safe: its owner locks.
template <typename Value>
class LruCache {
public:
    explicit LruCache(std::size_t max_bytes) : m_max_bytes(max_bytes) {}

    /// Null if the key is missing. Valid until the next change.
    [[nodiscard]] Value* find(std::string const& key)
    {
        auto const found = m_by_key.find(key);
        if (found == m_by_key.end()) {
            return nullptr;
        }
        m_items.splice(m_items.begin(), m_items, found->second);
        return &found->second->value;
    }

    /// Replaces the value of the key; ignores a value that alone exceeds the bound.
    /// \param bytes that the value refers to; it, its key and what holds them are counted here
    void put(std::string const& key, Value value, std::size_t bytes)
    {
        if (auto const old = m_by_key.find(key); old != m_by_key.end()) {
            drop(old->second);
        }
        bytes += 2 * key.size() + entry_bytes;
        if (bytes > m_max_bytes) {
            return;
        }
        while (m_bytes + bytes > m_max_bytes) {
            drop(std::prev(m_items.end()));
        }
        m_bytes += bytes;
        m_items.push_front({key, std::move(value), bytes});
        m_by_key.emplace(key, m_items.begin());
    }

    /// Nothing if the key is missing.
    void erase(std::string const& key)
    {
        if (auto const found = m_by_key.find(key); found != m_by_key.end()) {
            drop(found->second);
        }
    }

    void clear()
    {
        m_by_key.clear();
        m_items.clear();
        m_bytes = 0;
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }
    [[nodiscard]] std::size_t size() const noexcept { return m_items.size(); }

private:
    struct Item {
        std::string key;
        Value value;
        std::size_t bytes;
    };
    using Items = std::list<Item>; ///< the one used last first
    /// A node of the list has two links, one of the map three and a colour.
    static constexpr std::size_t entry_bytes =
        sizeof(Item) + sizeof(std::pair<std::string const, typename Items::iterator>) +
        6 * sizeof(void*);

    void drop(typename Items::iterator item)
    {
        m_bytes -= item->bytes;
        m_by_key.erase(item->key);
        m_items.erase(item);
    }

    std::size_t m_max_bytes;
    Items m_items;
    std::map<std::string, typename Items::iterator, std::less<>> m_by_key;
    std::size_t m_bytes = 0;
};

} // namespace ms
