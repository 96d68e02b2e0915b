// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Describes attributes in JSON Schema.

#include "feature/schema.hpp"
#include "ows/ogcapi/document.hpp"

namespace ms::ows::ogcapi {

/// https://json-schema.org/draft/2020-12: the type, and the format of texts that are times.
[[nodiscard]] Json json_schema_of(feature::FieldType type);

} // namespace ms::ows::ogcapi
