// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Sets keys of PROCESSING.

#include "mapfile/model/layer.hpp"

#include <string>
#include <string_view>

namespace ms::mapfile {

/// PROCESSING "key=value" in place of all others with the key, case-insensitive.
void set_processing(Layer& layer, std::string_view key, std::string const& value);

/// All with the key, case-insensitive.
void remove_processing(Layer& layer, std::string_view key);

} // namespace ms::mapfile
