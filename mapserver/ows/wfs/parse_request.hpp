// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reading a WFS request, sent as parameters or as XML.

#include "http/request.hpp"
#include "ows/common/request_document.hpp"
#include "ows/wfs/request.hpp"

namespace ms::ows::wfs {

/// All but the queries. XML in a body precedes parameters. The version is the requested one if it
/// is supported; code that needs it checks it with required_version(). \throws Error{BadRequest}
/// for invalid XML, Error{Limit} beyond its limits
[[nodiscard]] Request parse_request(http::Parameters const& parameters, RequestDocument& document);

/// Adds the queries of a GetFeature or GetPropertyValue: a second step, so that their errors are
/// reported in the form of the version.
/// \throws WfsException
void read_queries(Request& request);

} // namespace ms::ows::wfs
