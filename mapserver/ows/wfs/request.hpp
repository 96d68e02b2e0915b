// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A parsed WFS request of any version.

#include "base/xml.hpp"
#include "http/parameters.hpp"
#include "mapfile/model/common.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms::ows::wfs {

enum class Version : std::uint8_t { V100, V110, V200 };

struct SortKey {
    std::string property; ///< as sent, with prefixes and steps
    bool is_descending = false;
    friend bool operator==(SortKey const&, SortKey const&) = default;
};

/// Numbers in the order they were sent: the axis order depends on the CRS.
struct BoundingBox {
    std::array<double, 4> numbers{};
    std::string system{}; ///< the fifth member of BBOX, or ""
};

/// A query of one feature type.
struct Query {
    std::string type_name{}; ///< as sent, with its prefix; "": only FEATUREID is given
    std::string alias{};     ///< ALIASES, aliases=""
    std::vector<std::string> properties{}; ///< PROPERTYNAME as sent; empty or "*": all
    XmlNode filter{};                      ///< a <Filter>; without a name if there is none
    std::string filter_text{};             ///< FILTER as sent as a parameter
    std::vector<SortKey> sort{};
    std::string srs_name{};                 ///< "" : the default one
    std::vector<std::string> feature_ids{}; ///< of GetFeatureById: "province.12"
};

/// A stored query with the values of its parameters.
struct StoredQueryCall {
    std::string id{};
    std::vector<std::pair<std::string, std::string>> parameters{};
};

/// Names are not resolved yet.
struct Request {
    std::string version_text{}; ///< VERSION as sent
    Version version = Version::V200;
    bool is_versioned = true; ///< whether the client says which version, or may leave it open
    std::string operation{};  ///< as sent
    XmlNode document{};       ///< sent as XML; without a name where parameters were sent

    // GetCapabilities
    std::string accept_versions{}; ///< between commas; "": not sent
    std::vector<std::string> sections{};
    std::string update_sequence{};
    std::string language{};

    // DescribeFeatureType
    std::vector<std::string> type_names{}; ///< as sent, with prefixes

    // GetFeature and GetPropertyValue
    std::vector<Query> queries{};
    std::vector<StoredQueryCall> stored_queries{}; ///< their queries are in `queries`, too
    std::vector<std::string> feature_ids{};        ///< FEATUREID or RESOURCEID: "province.12"
    std::optional<int> max_features{};             ///< MAXFEATURES or COUNT
    std::optional<int> start_index{};
    bool is_hits = false;        ///< RESULTTYPE=hits
    std::string output_format{}; ///< "" : the version's own
    std::string value_reference{};

    // DescribeStoredQueries
    std::vector<std::string> stored_query_ids{};

    /// Every KVP as sent, or the attributes of the XML root: for the links next and previous.
    http::Parameters parameters{};
};

} // namespace ms::ows::wfs
