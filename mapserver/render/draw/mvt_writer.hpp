// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the layers of a vector tile as protocol buffers.

#include "base/budget.hpp"
#include "feature/schema.hpp"
#include "geometry/types.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ms::render {

/// What a tile still takes, of all its layers.
struct MvtRoom {
    std::size_t features = std::numeric_limits<std::size_t>::max();
    std::size_t bytes = std::numeric_limits<std::size_t>::max();
    bool is_full = false; ///< a feature was refused, and all after it are
};

/// One layer of a tile: https://github.com/mapbox/vector-tile-spec 2.1. Its bytes are charged to
/// the budget.
class MvtWriter {
public:
    /// \param extent units of the tile's side \param keys names of the attributes
    /// \param room of the tile
    MvtWriter(std::string name, int extent, std::vector<std::string> keys, Budget& budget,
              MvtRoom& room);

    /// The next feature has this attribute. \param key into the keys \param type of the value: a
    /// text that is not of it stays one
    void add_attribute(std::size_t key, feature::FieldType type, std::string_view text);
    /// \param id unique in the layer; nullopt: it has none \param commands not empty
    /// \return false, and nothing added, if the tile is full: the layer takes no more
    [[nodiscard]] bool add_feature(std::optional<std::uint64_t> id, geometry::Kind kind,
                                   std::span<std::uint32_t const> commands);

    /// Appends the layer to a tile, and takes its bytes from the room; nothing if it has no
    /// features.
    void finish(std::string& tile);

private:
    void append_feature(std::optional<std::uint64_t> id, geometry::Kind kind,
                        std::span<std::uint32_t const> commands);
    void write(std::string& tile) const;

    std::string m_name;
    std::uint32_t m_extent;
    std::vector<std::string> m_keys;
    Budget& m_budget;
    MvtRoom& m_room;
    std::size_t m_frame_bytes; ///< of the layer besides features and values, at most
    std::size_t m_value_bytes = 0;
    std::string m_features;                                         ///< encoded
    std::vector<std::string> m_values;                              ///< each encoded
    std::size_t m_values_used = 0;                                  ///< by features
    std::unordered_map<std::string, std::uint32_t> m_value_numbers; ///< by encoded value
    std::vector<std::uint32_t> m_tags; ///< of the next feature: key, value, key, value ...
};

} // namespace ms::render
