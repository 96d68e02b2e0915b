// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// WMS GetMap.

#include "http/response.hpp"
#include "ows/call.hpp"
#include "ows/wms/parameters.hpp"
#include "render/overrides.hpp"
#include "render/viewport.hpp"

namespace ms::ows::wms {

/// What a GetMap request asks the renderer for.
struct Drawing {
    render::ViewportRequest view;
    render::Overrides overrides;
    mapfile::OutputFormat format;
};

/// Looks up what the request names in the map.
/// \throws ServiceException for layers, styles, reference systems and formats there are not
[[nodiscard]] Drawing resolve(GetMap const& wanted, http::Parameters const& parameters,
                              mapfile::Map const& map);

[[nodiscard]] http::Response get_map(Call const& call);

} // namespace ms::ows::wms
