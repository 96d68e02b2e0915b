// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Answers the modes legend, legendicon, scalebar and reference, and draws icons for pages.

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "ows/template/legend.hpp"

namespace ms::ows::cgi {

/// mode=legend: the layers that mode=map would draw. keysize "width height" overrides KEYSIZE. With
/// LEGEND TEMPLATE it answers with its page, like mode=maplegend.
[[nodiscard]] http::Response legend(Call const& call);
/// mode=legendicon: of one class, icon "layer,class" (class 0 when it is left out).
[[nodiscard]] http::Response legend_icon(Call const& call);
/// mode=maplegend, maplegendicon: only of classes that have features on the map.
[[nodiscard]] http::Response map_legend(Call const& call);
[[nodiscard]] http::Response map_legend_icon(Call const& call);
/// mode=scalebar
[[nodiscard]] http::Response scale_bar(Call const& call);
/// mode=reference: the reference map with the map's extent.
[[nodiscard]] http::Response reference(Call const& call);

/// LEGEND TEMPLATE for the layers that the request turns on.
/// \param hits classes to be shown; nullptr: all
[[nodiscard]] std::string legend_page(Call const& call, tmpl::Page const& page,
                                      render::ClassHits const* hits = nullptr);

/// The icon of a class as an address that needs no other request: "data:image/png;base64,...".
[[nodiscard]] std::string icon_address(Call const& call, tmpl::IconRequest const& icon);

} // namespace ms::ows::cgi
