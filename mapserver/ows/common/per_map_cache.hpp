// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches what requests have computed of a map, for the requests after them.

#include "base/lru_cache.hpp"
#include "mapfile/model/map.hpp"
#include "render/plan/plan.hpp"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace ms::ows {

/// Belongs to one version of one map, and ends with it. Thread safe.
class PerMapCache {
public:
    using SharedMap = std::shared_ptr<mapfile::Map const>;

    /// The map in one of its languages. \param make makes it on the first request
    /// \param key only the languages that the mapfile lists, as all of them are cached
    [[nodiscard]] SharedMap translated(std::string const& key,
                                       std::function<SharedMap()> const& make);

    /// Whether %name% changes the map for requests that draw, or for the others. \param find looks
    /// at all layers, once
    [[nodiscard]] bool is_substituted(bool for_drawing, std::function<bool()> const& find);

    /// The plan of a level of tiles. \param key all that the plan depends on
    [[nodiscard]] std::optional<render::Plan> find_plan(std::string const& key);
    void keep_plan(std::string const& key, render::Plan const& plan);

private:
    static constexpr std::size_t max_plan_bytes = 4U << 20U;

    std::mutex m_mutex;
    std::map<std::string, SharedMap> m_translated;
    std::array<std::optional<bool>, 2> m_is_substituted;
    LruCache<render::Plan> m_plans{max_plan_bytes};
};

} // namespace ms::ows
