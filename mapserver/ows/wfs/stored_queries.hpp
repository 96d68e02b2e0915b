// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds stored queries (OGC 09-025r2, 14): the one of the standard, and those of
/// wfs_storedqueries.

#include "ows/common/call.hpp"
#include "ows/wfs/request.hpp"

#include <string_view>

namespace ms::ows::wfs {

/// The query that every server has: one feature, by its id.
inline constexpr std::string_view get_feature_by_id = "urn:ogc:def:query:OGC-WFS::GetFeatureById";

/// Whether GetFeatureById is the only query: then the answer is the feature itself, and a missing
/// one is an error.
[[nodiscard]] bool is_get_feature_by_id(Request const& request) noexcept;

/// Adds the queries of Request::stored_queries to Request::queries.
/// \throws WfsException for an unknown query and a missing parameter
void expand_stored_queries(Call const& call, Request& request);

} // namespace ms::ows::wfs
