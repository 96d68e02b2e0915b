// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Converts RasterSymbolizer of SLD 1.0 and SE 1.1 to classes and PROCESSING of a raster layer.

#include "base/budget.hpp"
#include "base/xml.hpp"
#include "fes/filter.hpp"
#include "mapfile/model/layer.hpp"

namespace ms::sld {

/// Applies the default UserStyle of a NamedLayer to a layer of TYPE RASTER: ColorMap as classes of
/// [pixel], ChannelSelection as BANDS, ContrastEnhancement as SCALE=AUTO and GAMMA, Opacity as that
/// of the layer. The scales, the Filter and the ElseFilter of a rule are those of its classes, as
/// in MapServer. Does nothing without a UserStyle. \throws Error{BadRequest} for other symbolizers
/// and for unsupported elements of SE, by name
void style_raster(XmlNode const& named_layer, fes::Context const& filters, mapfile::Layer& layer,
                  Budget& budget);

} // namespace ms::sld
