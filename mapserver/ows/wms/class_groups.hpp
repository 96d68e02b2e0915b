// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the class groups that styles of requests name.

#include "mapfile/model/layer.hpp"

#include <string>
#include <string_view>

namespace ms::ows::wms {

/// GROUP of a class that a style names, without case as in MapServer, in the spelling of the
/// mapfile. "" without such a group.
[[nodiscard]] std::string class_group_of(mapfile::Layer const& layer, std::string_view style);

} // namespace ms::ows::wms
