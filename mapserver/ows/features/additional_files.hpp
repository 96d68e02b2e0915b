// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Finds the files that a layer adds to archives of its features: wfs_additional_files_in_output.

#include "ows/common/call.hpp"

#include <filesystem>
#include <vector>

namespace ms::ows {

/// The files that the layer's metadata lists, and those in the folders it lists, in that order.
///
/// Names are relative to SHAPEPATH. What is missing, or lies outside of that folder (metadata can
/// hold values of clients), is left out with a line in the log.
[[nodiscard]] std::vector<std::filesystem::path> additional_files(Call const& call,
                                                                  mapfile::Layer const& layer);

} // namespace ms::ows
