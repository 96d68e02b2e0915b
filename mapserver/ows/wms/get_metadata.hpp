// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers GetMetadata, MapServer's own operation: the MetadataURL of layers without a document.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

/// The record of one layer (LAYER=) as ISO 19139, built from its METADATA and its source.
[[nodiscard]] http::Response get_metadata(Call const& call);

} // namespace ms::ows::wms
