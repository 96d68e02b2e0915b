// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reading a WFS request, sent as parameters or as XML.

#include "http/request.hpp"
#include "ows/wfs/request.hpp"

namespace ms::ows::wfs {

/// All but the queries. XML in a body goes before parameters. The version is the one named, where
/// it is one of ours; whoever needs it checks it by required_version(). \throws Error{BadRequest}
/// for what is no XML, Error{Limit} beyond its limits
[[nodiscard]] Request parse_request(http::Request const& request);

/// Adds the queries of a GetFeature or GetPropertyValue: a second step, so that what is wrong in
/// them is told in the words of the version.
/// \throws WfsException
void read_queries(Request& request);

} // namespace ms::ows::wfs
