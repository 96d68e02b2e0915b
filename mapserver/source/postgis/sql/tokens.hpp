// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Replaces !BOX!, !PIXEL_WIDTH! and other tokens in a layer's SQL.

#include "source/postgis/sql/sql_text.hpp"

#include <string>
#include <string_view>

namespace ms::source::postgis {

/// The values of the tokens in one query.
struct TokenValues {
    std::string box;              ///< SQL of !BOX!, e.g. ST_MakeEnvelope($1,$2,$3,$4,4326)
    double pixel_size = 0;        ///< !PIXEL_WIDTH!, !PIXEL_HEIGHT!, in units of the source's CRS
    double scale_denominator = 0; ///< !SCALE_DENOMINATOR!, and !ZOOM! by it
};

/// Whether !BOX! (in upper case, as in MapServer) occurs outside of comments.
[[nodiscard]] bool uses_box(std::string_view sql) noexcept;

/// Replaces tokens: numbers become parameters of `statement`, or their digits inside a string
/// literal. Comments are left alone.
[[nodiscard]] std::string substitute_tokens(std::string_view sql, TokenValues const& values,
                                            Statement& statement);

/// Zoom level of web map tiles at a scale: 0 shows the world in 256 pixels of 0.28 mm.
[[nodiscard]] int zoom_level(double scale_denominator) noexcept;

} // namespace ms::source::postgis
