// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers WMS DescribeLayer and GetSchemaExtension, which SLD clients send.

#include "http/response.hpp"
#include "ows/common/call.hpp"

namespace ms::ows::wms {

/// OGC 02-070 (1.1.1) and OGC 05-078r4 (1.3.0): where the features of layers could be fetched.
[[nodiscard]] http::Response describe_layer(Call const& call);

/// The XML schema of the operations beyond WMS 1.3.0.
[[nodiscard]] http::Response get_schema_extension(Call const& call);

} // namespace ms::ows::wms
