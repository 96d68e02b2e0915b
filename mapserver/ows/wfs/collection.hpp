// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the document around features or values: wfs:FeatureCollection, wfs:ValueCollection.

#include "geometry/types.hpp"
#include "ows/features/gml_geometry.hpp"
#include "ows/wfs/feature_types.hpp"
#include "ows/wfs/request.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::wfs {

/// The result of one query.
struct Part {
    std::string members{};  ///< with their elements around them
    geometry::Box bounds{}; ///< x, y in the CRS of the answer
    std::string srs_name{};
    bool is_north_east = false;
    std::int64_t returned = 0;
    std::optional<std::int64_t> matched{}; ///< nothing: unknown
    bool has_more = false;                 ///< the layer has more after the page
};

/// Makes a box hold another one, unless that is empty.
void grow(geometry::Box& box, geometry::Box const& other) noexcept;

/// The attributes of the collection.
struct Envelope {
    Version version = Version::V200;
    Gml gml = Gml::V321;
    Namespace space{};
    std::string describe{};         ///< URL of DescribeFeatureType for its types
    std::string schemas{};          ///< base URL of OGC's schemas
    std::string time{};             ///< of the answer
    std::string previous{}, next{}; ///< URLs, or ""
    std::optional<std::int64_t> matched{};
    std::int64_t returned = 0;
    bool is_hits = false;
};

/// " xmlns:ms=... xsi:schemaLocation=..."
[[nodiscard]] std::string declarations(Envelope const& envelope);

/// Collections of several parts that hold something hold one collection for each in 2.0.0.
[[nodiscard]] std::string feature_collection(Envelope const& envelope, std::vector<Part> parts);
[[nodiscard]] std::string value_collection(Envelope const& envelope, std::vector<Part> parts);

/// The same documents in pieces around their members, for streaming before everything is known:
/// without bounds. The start comes before the numbers of features and the links, which complete its
/// first tag.
[[nodiscard]] std::string collection_start(Envelope const& envelope, bool is_of_values);
[[nodiscard]] std::string collection_numbers(Envelope const& envelope, bool is_of_values);
[[nodiscard]] std::string collection_end(Envelope const& envelope, bool is_of_values);

/// The name of the element around each feature: "wfs:member" or "gml:featureMember".
[[nodiscard]] std::string_view member_element(Version version) noexcept;

/// The OUTPUTFORMAT of DescribeFeatureType in schema locations.
[[nodiscard]] std::string_view schema_format(Version version, Gml gml) noexcept;

} // namespace ms::ows::wfs
