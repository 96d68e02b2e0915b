// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Addresses in answers: of the pages before and behind (OGC 09-025r2, 7.7.4.4), and of the schema.

#include "ows/common/call.hpp"
#include "ows/wfs/gml_geometry.hpp"
#include "ows/wfs/request.hpp"

#include <cstdint>
#include <string>

namespace ms::ows::wfs {

/// The request as parameters, beginning at another feature; asks for features where it asked for
/// hits. What was sent as XML becomes parameters too.
[[nodiscard]] std::string page_address(Call const& call, Request const& request,
                                       std::int64_t start_index);

/// DescribeFeatureType for the types that the request names.
[[nodiscard]] std::string describe_address(Call const& call, Request const& request, Gml gml);

} // namespace ms::ows::wfs
