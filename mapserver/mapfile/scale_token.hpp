// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Replaces SCALETOKENs: the part of DATA that depends on the scale.

#include "mapfile/model/layer.hpp"

namespace ms::mapfile {

/// The value of the last entry whose lower limit is not above the scale denominator.
/// The view lives as long as the token.
[[nodiscard]] std::string_view value_at(ScaleToken const& token, double scale_denominator) noexcept;

/// A copy of the layer with its tokens replaced in DATA, TILEINDEX, TILEITEM, FILTER, FILTERITEM
/// and PROCESSING, and no SCALETOKENs left.
[[nodiscard]] Layer at_scale(Layer const& layer, double scale_denominator);

} // namespace ms::mapfile
