// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reading a WFS request, sent as parameters or as XML.

#include "http/request.hpp"
#include "ows/common/request_document.hpp"
#include "ows/wfs/request.hpp"

#include <optional>
#include <vector>

namespace ms::ows::wfs {

/// All but the queries. XML in a body precedes parameters. The version is the requested one if it
/// is supported; code that needs it checks it with required_version(). \throws Error{BadRequest}
/// for invalid XML, Error{Limit} beyond its limits
[[nodiscard]] Request parse_request(http::Parameters const& parameters, RequestDocument& document);

/// Adds the queries of a GetFeature or GetPropertyValue: a second step, so that their errors are
/// reported in the form of the version.
/// \throws WfsException
void read_queries(Request& request);

/// BBOX: a third step, as MapServer reports unknown types, properties and formats before it.
/// \throws WfsException if it is malformed, or there is a FILTER beside it or beside ids
[[nodiscard]] std::optional<BoundingBox> read_box(Request const& request);

/// The FILTER of each of the queries by type: the last step, after unknown ids and CRSs.
/// \throws WfsException
void read_filters(Request const& request, std::vector<Query>& queries);

} // namespace ms::ows::wfs
