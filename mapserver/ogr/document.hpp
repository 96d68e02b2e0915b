// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Features to be written to files of a GDAL format.

#include "feature/schema.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::ogr {

/// The features of a layer, one after the other; no view outlives the next call.
class Rows {
public:
    virtual ~Rows() = default;
    [[nodiscard]] virtual std::size_t size() const = 0;
    /// WKB; empty: no geometry.
    [[nodiscard]] virtual std::span<std::byte const> geometry(std::size_t row) = 0;
    /// The value of a field of Layer::fields; nullopt for NULL.
    [[nodiscard]] virtual std::optional<std::string_view> value(std::size_t row,
                                                                std::size_t field) = 0;
    /// The id for USE_FEATUREID; nullopt: the driver counts.
    [[nodiscard]] virtual std::optional<std::int64_t> id(std::size_t row) = 0;
};

struct Layer {
    std::string name;
    std::string geometry_type;          ///< OGC's name: "Point", "MultiPolygon", "Geometry" ...
    std::string crs;                    ///< as PROJ reads it: "EPSG:4326"; empty: not written
    std::vector<feature::Field> fields; ///< a width of 0 is unset
    Rows* rows = nullptr;               ///< never null when it is written
};

/// "KEY=VALUE" of DSCO: and LCO:
using Options = std::vector<std::string>;

struct Document {
    std::string driver;    ///< GDAL's name: "GML", "ESRI Shapefile"
    std::string file_name; ///< of the data set, without folders
    Options options;       ///< of the data set
    Options layer_options;
    std::vector<Layer> layers;
    std::function<void()> check{}; ///< called now and then; throws if the client is gone
    std::size_t max_bytes = std::numeric_limits<std::size_t>::max(); ///< of all files together
};

struct File {
    std::string name; ///< without folders
    std::vector<std::uint8_t> bytes;
};

/// In the order of their names.
using Files = std::vector<File>;

} // namespace ms::ogr
