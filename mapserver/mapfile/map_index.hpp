// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Indexes of a map that requests search, instead of walking all of its layers.

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::mapfile {

struct Map; // mapfile/model/map.hpp

/// Numbers of layers in ascending order, and where the map changes with the scale. Immutable.
struct MapIndex {
    /// By NAME and by GROUP, both in lower case.
    std::map<std::string, std::vector<std::size_t>, std::less<>> layers_by_name;
    std::vector<std::size_t> grouped_by_metadata; ///< by wms_layer_group or a similar key
    std::vector<std::size_t> always_drawn;        ///< STATUS DEFAULT
    std::vector<std::size_t> validated;           ///< with a VALIDATION, of the layer or of a class
    std::map<std::string, int, std::less<>> symbols_by_name; ///< in lower case; the first one
    /// At which layers, classes, styles, labels and scale tokens begin or end. Ascending.
    std::vector<double> scale_limits;

    /// \param name of a layer or group, in any case
    [[nodiscard]] std::span<std::size_t const> layers_named(std::string_view name) const;
};

/// Built when a map is loaded. A copy of the map starts without an index, as it may be modified.
class MapIndexOwner {
public:
    MapIndexOwner() = default;
    explicit MapIndexOwner(Map const& map);
    ~MapIndexOwner() = default;
    MapIndexOwner(MapIndexOwner const&) noexcept {}
    MapIndexOwner(MapIndexOwner&&) noexcept = default;
    MapIndexOwner& operator=(MapIndexOwner const&) noexcept { return *this = MapIndexOwner{}; }
    MapIndexOwner& operator=(MapIndexOwner&&) noexcept = default;

    /// Null when layers or symbols were added since.
    [[nodiscard]] std::shared_ptr<MapIndex const> of(Map const& map) const noexcept;

    /// Not part of the map's value.
    friend bool operator==(MapIndexOwner const&, MapIndexOwner const&) noexcept { return true; }

private:
    std::shared_ptr<MapIndex const> m_index;
    void const* m_layers = nullptr; ///< the layers that it indexes
    void const* m_symbols = nullptr;
    std::size_t m_layer_count = 0, m_symbol_count = 0;
};

/// The index of a map, never null. Walks the map if it has no index.
[[nodiscard]] std::shared_ptr<MapIndex const> index_of(Map const& map);

} // namespace ms::mapfile
