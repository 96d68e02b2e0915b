// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// LRU cache of answers, valid as long as their validators are unchanged.

#include "base/lru_cache.hpp"
#include "http/response.hpp"
#include "mapfile/model/map.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace ms::server {

/// For documents that are slow to write and seldom change: capabilities of thousands of layers.
/// Bounded in bytes; an answer is dropped with its map. Thread safe.
class AnswerCache {
public:
    using Answer = std::shared_ptr<http::Response const>;
    using Map = std::shared_ptr<mapfile::Map const>;

    /// The inputs of an answer.
    struct Origin {
        std::string request; ///< server::content_key()
        Map map;             ///< this very one, not one that was read of the same file
        std::string state;   ///< ows::lasting_state(): of everything else
    };

    /// Size of a body, before compression, above which computing it takes noticeably longer than
    /// finding it. Smaller ones are not cached: thousands of requests with irrelevant extra
    /// parameters would fill the cache with copies of one of them.
    static constexpr std::size_t worth_keeping = 32 << 10;

    /// \param max_bytes 0: disables the cache
    explicit AnswerCache(std::size_t max_bytes) : m_answers(max_bytes) {}

    /// Null if no answer of exactly this origin is cached.
    [[nodiscard]] Answer find(Origin const& origin);
    /// Replaces the answer of an equal request.
    void keep(Origin const& origin, Answer answer);
    void forget();

    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] std::size_t size() const;

private:
    struct Entry {
        std::weak_ptr<mapfile::Map const> map;
        std::string state;
        Answer answer;
    };

    mutable std::mutex m_mutex;
    LruCache<Entry> m_answers; ///< by map and request
};

} // namespace ms::server
