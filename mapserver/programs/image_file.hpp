// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes the images of the programs.

#include <cstdint>
#include <span>
#include <string>

namespace ms::programs {

/// Writes a file; the path "stdout" means the standard output.
/// \throws Error{Source} when not all of it can be written
void write_image(std::span<std::uint8_t const> bytes, std::string const& path);

} // namespace ms::programs
