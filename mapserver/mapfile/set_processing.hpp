// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sets keys of PROCESSING.

#include "mapfile/model/layer.hpp"

#include <optional>
#include <string_view>

namespace ms::mapfile {

/// PROCESSING "key=value" in the place of the first one with the key, case-insensitive, else at the
/// end; the others are removed. \param value nullopt: all with the key are removed
void set_processing(Layer& layer, std::string_view key, std::optional<std::string_view> value);

} // namespace ms::mapfile
