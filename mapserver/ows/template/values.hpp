// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Computes the values of single tags.

#include "ows/template/expand.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ms::ows::tmpl {

/// \return nullopt if the tag is of another kind
/// \throws Error{BadMapfile}

/// [mapext], [layers], [date], [scaledenom] ...: of the map and its image.
[[nodiscard]] std::optional<std::string> map_value(Page const& page, Tag const& tag);

/// [img], [legend], [scalebar], [ref]: where to get the images of the page's map.
[[nodiscard]] std::optional<std::string> image_value(Page const& page, Tag const& tag);

/// Names of the layers that the request turns on and of those that are always drawn: "a b".
[[nodiscard]] std::string shown_layer_names(Page const& page);

/// [nr], [nl], [nlr], [rn], [lrn], [cl]: of the selection.
[[nodiscard]] std::optional<std::string> selection_value(Page const& page, Place const& place,
                                                         Tag const& tag);

/// [item], [shpext], [shpxy] ... and [NAME], [NAME_raw], [NAME_esc]: of a feature.
/// \param place with a layer and a row
[[nodiscard]] std::optional<std::string> feature_value(Page const& page, Place const& place,
                                                       Tag const& tag);

/// [shpxy] and its attributes.
[[nodiscard]] std::string coordinates_text(Page const& page, Place const& place, Tag const& tag);

/// From the map's CRS to whole pixels of the image, the unit of MapServer's templates.
void to_whole_pixels(geometry::GeometryColumn& shape, render::Viewport const& view);

/// [web_key] and [layer_key]: METADATA; then the parameters of the request.
[[nodiscard]] std::optional<std::string> named_value(Page const& page, Tag const& tag);

/// Four sides as format=, precision=, expand= and escape= want them.
[[nodiscard]] std::string box_text(geometry::Box box, Tag const& tag);

/// precision=, between 0 and 17; nullopt if it is missing or invalid.
[[nodiscard]] std::optional<int> precision_of(Tag const& tag);

/// "123.450000", or with the requested number of digits.
[[nodiscard]] std::string number_text(double value, std::optional<int> precision);

} // namespace ms::ows::tmpl
