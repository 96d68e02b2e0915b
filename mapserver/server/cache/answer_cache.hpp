// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers that serve again for as long as nothing they tell of has changed.

#include "base/lru_cache.hpp"
#include "http/response.hpp"
#include "mapfile/model/map.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace ms::server {

/// For documents that take long to write and seldom change: capabilities of thousands of layers.
/// Only so many bytes; an answer goes with its map. Thread safe.
class AnswerCache {
public:
    using Answer = std::shared_ptr<http::Response const>;
    using Map = std::shared_ptr<mapfile::Map const>;

    /// What an answer was made of.
    struct Origin {
        std::string request; ///< server::content_key()
        Map map;             ///< this very one, not one that was read of the same file
        std::string state;   ///< ows::lasting_state(): of everything else
    };

    /// Bytes of a body, before compression, from which on it takes noticeably longer to write than
    /// to find. Smaller ones are not kept: requests made up by the thousand, each with other
    /// parameters that mean nothing, would fill the cache with copies of one of them.
    static constexpr std::size_t worth_keeping = 32 << 10;

    /// \param max_bytes 0: nothing is kept
    explicit AnswerCache(std::size_t max_bytes) : m_answers(max_bytes) {}

    /// Null when none was made of exactly this.
    [[nodiscard]] Answer find(Origin const& origin);
    /// In place of what an equal request was answered before.
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
