// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The class group that a request chooses for all layers.

#include "ows/common/call.hpp"

namespace ms::ows {

/// The call to a map whose layers have, as CLASSGROUP, the value of the last parameter whose name
/// begins with "classgroup" among those that are the GROUP of one of their classes: MapServer's own
/// parameter, for all modes and for WMS, where STYLES goes first. The call itself if no layer
/// changes.
[[nodiscard]] Call with_class_group(Call const& call);

} // namespace ms::ows
