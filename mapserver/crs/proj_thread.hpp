// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// PROJ's objects of one thread. The only header that names PROJ's types.

#include "base/handle.hpp"

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct PJconsts;
struct pj_ctx;
extern "C" {
struct PJconsts* proj_destroy(struct PJconsts*);
struct pj_ctx* proj_context_destroy(struct pj_ctx*);
}

namespace ms::crs {

using ProjContext = Handle<pj_ctx, proj_context_destroy>;
using Projection = Handle<PJconsts, proj_destroy>;

/// A small LRU cache. For a few dozen entries a list is as fast as a map.
template <typename Value>
class RecentlyUsed {
public:
    explicit RecentlyUsed(std::size_t capacity) : m_capacity(capacity) {}

    /// Null when it is not there.
    Value* find(std::string const& key)
    {
        for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry) {
            if (entry->first == key) {
                m_entries.splice(m_entries.begin(), m_entries, entry);
                return &entry->second;
            }
        }
        return nullptr;
    }
    Value& insert(std::string key, Value value)
    {
        if (m_entries.size() >= m_capacity) {
            m_entries.pop_back();
        }
        m_entries.emplace_front(std::move(key), std::move(value));
        return m_entries.front().second;
    }

private:
    std::size_t m_capacity;
    std::list<std::pair<std::string, Value>> m_entries;
};

/// A PROJ context may be used by one thread only, and creating a pipeline costs milliseconds (it
/// reads proj.db): so every thread has one context and an LRU cache of pipelines for each folder
/// of a map. With the definitions it parsed last (definition.cpp) this is the only thread-local
/// state of the library.
class ProjThread {
public:
    /// \param folder in which PROJ looks before those of the process; empty: only in those
    /// Valid until the next call.
    static ProjThread& current(std::string const& folder);

    [[nodiscard]] pj_ctx* context() const noexcept { return m_context.get(); }
    /// East, north on both ends. Valid until the next call. \throws Error{BadMapfile}
    PJconsts* pipeline(std::string const& from, std::string const& to);
    /// "+init=file:code ..." with the path of the file; empty if no folder has it.
    [[nodiscard]] std::string with_path(std::string_view init_text) const;
    /// PROJ's message of its last failure.
    [[nodiscard]] std::string last_error() const;

private:
    explicit ProjThread(std::string const& folder);

    std::vector<std::string> m_folders;
    ProjContext m_context; // before the objects in it
    RecentlyUsed<Projection> m_pipelines{32};
};

} // namespace ms::crs
