// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Templates from the files of one folder.

#include "inja/inja.hpp"

#include <filesystem>

namespace ms::inja {

/// Reads files of a folder: none outside of it, whatever a name or a symbolic link says, and none
/// larger than 1 MiB.
[[nodiscard]] Load from_folder(std::filesystem::path folder);

} // namespace ms::inja
