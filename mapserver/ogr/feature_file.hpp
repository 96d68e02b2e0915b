// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads a layer of a file with GDAL, feature by feature.

#include "feature/schema.hpp"
#include "geometry/types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ogr {

/// An attribute that features are sorted by.
struct SortKey {
    std::string field;
    bool is_descending = false;
};

/// The layer to read.
struct FileLayer {
    /// Of a file or folder on disk, of one in an archive ("/vsizip/..."), or a VRT itself:
    /// "<OGRVRTDataSource>..."
    std::string path;
    std::string layer;                  ///< its name, its number, or "SELECT ..."; empty: the first
    std::string condition;              ///< SQL, as the format takes it; empty: all features
    std::vector<std::string> options{}; ///< "NAME=VALUE", of the format
    std::vector<SortKey> order{};       ///< the first has priority
    /// Larger layers are not sorted: GDAL holds the keys of all features, and cannot be
    /// interrupted.
    std::int64_t max_sorted = 1'000'000;
};

/// The features to read, in the coordinates of the file.
struct Selection {
    std::optional<geometry::Box> box;
    std::optional<std::int64_t> id;
};

/// One layer, read by one thread; a selection ends the previous one. Views are valid until the next
/// call. Read errors of GDAL throw Error{Source}.
class FeatureFile {
public:
    virtual ~FeatureFile() = default;
    FeatureFile() = default;
    FeatureFile(FeatureFile const&) = delete;
    FeatureFile& operator=(FeatureFile const&) = delete;

    [[nodiscard]] virtual feature::Schema const& schema() const = 0;
    /// Reads all features where the format does not know.
    [[nodiscard]] virtual std::optional<geometry::Box> extent() = 0;
    /// nullopt if counting requires reading all features.
    [[nodiscard]] virtual std::optional<std::int64_t> count() = 0;
    /// "EPSG:4326" where the file names an authority, else WKT; "": it does not say.
    [[nodiscard]] virtual std::string crs() = 0;
    /// For people: the format, the layer, and whether boxes have an index.
    [[nodiscard]] virtual std::string description() = 0;

    virtual void select(Selection const& selection) = 0;
    /// Moves to the next feature; false: there is none.
    [[nodiscard]] virtual bool next() = 0;
    /// WKB of the feature; empty: no geometry.
    [[nodiscard]] virtual std::span<std::byte const> geometry() = 0;
    /// The value of a field of the schema, in UTF-8; dates in ISO 8601. nullopt for NULL.
    [[nodiscard]] virtual std::optional<std::string_view> value(std::size_t field) = 0;
    [[nodiscard]] virtual std::int64_t id() = 0;
    /// The feature's own style (OGR Feature Style Specification); "": no style.
    [[nodiscard]] virtual std::string_view style() = 0;
};

} // namespace ms::ogr
