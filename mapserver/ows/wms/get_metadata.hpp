// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// GetMetadata, MapServer's own operation: where MetadataURL of layers leads that name no document.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

/// The record of one layer (LAYER=) as ISO 19139, made of its METADATA and its source.
[[nodiscard]] http::Response get_metadata(Call const& call);

} // namespace ms::ows::wms
