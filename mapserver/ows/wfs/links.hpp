// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds URLs in answers: of the previous and next page (OGC 09-025r2, 7.7.4.4), and of the
/// schema.

#include "ows/common/call.hpp"
#include "ows/features/gml_geometry.hpp"
#include "ows/wfs/request.hpp"

#include <cstdint>
#include <string>

namespace ms::ows::wfs {

/// The request as parameters, starting at another feature; requests features if the original
/// requested hits. A request sent as XML becomes parameters, too.
[[nodiscard]] std::string page_address(Call const& call, Request const& request,
                                       std::int64_t start_index);

/// DescribeFeatureType for the types that the request names.
[[nodiscard]] std::string describe_address(Call const& call, Request const& request, Gml gml);

} // namespace ms::ows::wfs
