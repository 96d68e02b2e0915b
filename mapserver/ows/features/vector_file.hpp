// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the answer to a query as files of GDAL's formats: OUTPUTFORMATs with DRIVER "OGR/...".

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/query/pick.hpp"

namespace ms::ows {

[[nodiscard]] bool is_vector_file(mapfile::OutputFormat const& format);

/// \param crs of the answer; undefined: each layer's own
/// \throws Error{BadMapfile} if the format's options are invalid or GDAL rejects them;
/// Error{Source} without GDAL; ServiceException if the client's FILENAME is not a valid file name
[[nodiscard]] http::Response vector_file(Call const& call, crs::Definition const& crs,
                                         render::Selection const& selection,
                                         mapfile::OutputFormat const& format);

} // namespace ms::ows
