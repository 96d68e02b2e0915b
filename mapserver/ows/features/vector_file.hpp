// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The answer to a query as files of GDAL's formats: OUTPUTFORMATs with DRIVER "OGR/...".

#include "http/response.hpp"
#include "ows/common/call.hpp"
#include "render/query/pick.hpp"

namespace ms::ows {

[[nodiscard]] bool is_vector_file(mapfile::OutputFormat const& format);

/// \param crs of the answer; undefined: each layer's own
/// \throws Error{BadMapfile} when the format's options are wrong or GDAL refuses them;
/// Error{Source}
///         when there is no GDAL; ServiceException when the client makes FILENAME no file's name
[[nodiscard]] http::Response vector_file(Call const& call, crs::Definition const& crs,
                                         render::Selection const& selection,
                                         mapfile::OutputFormat const& format);

} // namespace ms::ows
