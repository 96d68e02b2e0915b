// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// RasterSymbolizer of SLD 1.0 and SE 1.1 as classes and PROCESSING of a raster layer.

#include "base/budget.hpp"
#include "base/xml.hpp"
#include "mapfile/model/layer.hpp"

namespace ms::sld {

/// Puts the default UserStyle of a NamedLayer to a layer of TYPE RASTER: ColorMap as classes of
/// [pixel], ChannelSelection as BANDS, ContrastEnhancement as SCALE=AUTO and GAMMA, Opacity as that
/// of the layer. Nothing changes when there is no UserStyle.
/// \throws Error{BadRequest} for other symbolizers and for what of SE is not supported, by its name
void style_raster(XmlNode const& named_layer, mapfile::Layer& layer, Budget& budget);

} // namespace ms::sld
