// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Loads templates from the files of one folder.

#include "inja/inja.hpp"

#include <filesystem>

namespace ms::inja {

/// Reads files of a folder, of at most 1 MiB: names and symbolic links cannot lead out of it.
[[nodiscard]] Load from_folder(std::filesystem::path folder);

} // namespace ms::inja
