// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the layers that are feature types, and their names.

#include "mapfile/model/map.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

/// The namespace of the features that a map publishes. Views live as long as the map.
struct Namespace {
    std::string_view prefix; ///< wfs_namespace_prefix, else "ms"; it may be empty
    std::string_view uri;    ///< wfs_namespace_uri, else MapServer's
    /// Element of GML 3 in 1.0.0: wfs_feature_collection, else MapServer's.
    std::string_view collection = "msFeatureCollection";
};

[[nodiscard]] Namespace namespace_of(mapfile::Map const& map);

/// Whether wfs_namespace_prefix names one.
[[nodiscard]] bool has_own_prefix(mapfile::Map const& map);

/// "ms:roads", or "roads" where the prefix is empty.
[[nodiscard]] std::string qualified(Namespace const& space, std::string_view name);

/// NAME of a layer as XML allows it: the name of the type.
[[nodiscard]] std::string type_name(mapfile::Layer const& layer);

/// Indexes into Map::layers of the feature types that enable an operation, in mapfile order.
[[nodiscard]] std::vector<std::size_t> feature_types(mapfile::Map const& map,
                                                     std::string_view operation);

/// The feature type of a name, with or without a prefix; nullopt if it is unknown or does not
/// enable the operation.
[[nodiscard]] std::optional<std::size_t>
find_feature_type(mapfile::Map const& map, std::string_view name, std::string_view operation);

/// "roads" of "ms:roads".
[[nodiscard]] std::string_view without_prefix(std::string_view name) noexcept;

} // namespace ms::ows::wfs
