// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers WMS GetFeatureInfo.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/query/pick.hpp"

#include <string>
#include <vector>

namespace ms::ows::wms {

/// MIME types of INFO_FORMAT: those of wms_getfeatureinfo_formatlist, or text/plain, GML and
/// wms_feature_info_mime_type; GML and plain text always exist.
[[nodiscard]] std::vector<std::string> info_formats(mapfile::Map const& map);

[[nodiscard]] http::Response get_feature_info(Call const& call);

} // namespace ms::ows::wms
