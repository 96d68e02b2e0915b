// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Features to be written to files of a GDAL format.

#include "feature/schema.hpp"
#include "ogr/go_on.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ogr {

/// A feature. Its views are read only during the call that gets them.
struct Row {
    std::span<std::byte const> wkb;                          ///< empty: no geometry
    std::span<std::optional<std::string_view> const> values; ///< of Layer::fields; nullopt: NULL
    std::optional<std::int64_t> id;                          ///< nullopt: the driver counts
};

struct Layer {
    std::string name;
    std::string geometry_type;          ///< OGC's name: "Point", "MultiPolygon", "Geometry" ...
    std::string crs;                    ///< as PROJ reads it: "EPSG:4326"; empty: not written
    std::vector<feature::Field> fields; ///< a width of 0 is unset
};

/// "KEY=VALUE" of DSCO: and LCO:
using Options = std::vector<std::string>;

struct Document {
    std::string driver;    ///< GDAL's name: "GML", "ESRI Shapefile"
    std::string folder;    ///< on disk, for these files alone
    std::string file_name; ///< of the data set, without folders
    Options options;       ///< of the data set
    Options layer_options;
    /// Of features that a driver keeps in memory until the end.
    std::size_t max_bytes = std::numeric_limits<std::size_t>::max();
    /// Called for every piece of a file. Once it is false, the files cannot be read or written any
    /// more, so that the driver ends soon; empty: not called.
    GoOn go_on{};
    /// Called with the time of work that cannot be stopped, before it and now and then while its
    /// time grows; throws if there is less; empty: not called.
    std::function<void(std::chrono::nanoseconds)> expect{};
};

/// Writes a document feature by feature. What is incomplete stays in its folder.
class DocumentWriter {
public:
    virtual ~DocumentWriter() = default;
    /// Whether bytes that are in the file do not change any more, so that they can be sent.
    [[nodiscard]] virtual bool only_appends() const = 0;
    /// \throws Error{BadMapfile} if GDAL rejects the layer
    virtual void begin_layer(Layer layer) = 0;
    /// A feature of the layer begun last.
    /// \throws Error{BadMapfile} if GDAL rejects the feature or a file cannot be written,
    /// Error{Limit} beyond Document::max_bytes, as Document::expect
    virtual void write(Row const& row) = 0;
    /// Completes the files: much is written only now, which may take as long as all rows before.
    /// The last call. \throws Error{BadMapfile} if GDAL rejects the whole, as Document::expect
    virtual void finish() = 0;
};

struct File {
    std::string name; ///< without folders
    std::vector<std::uint8_t> bytes;
};

/// In the order of their names.
using Files = std::vector<File>;

} // namespace ms::ogr
