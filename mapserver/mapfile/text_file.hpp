// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads whole text files, with a size limit.

#include <filesystem>
#include <string>

namespace ms::mapfile {

/// No mapfile with all it includes is larger, in bytes.
inline constexpr std::size_t max_text_size = std::size_t{64} << 20U;

/// \throws Error{NotFound} when it is not a readable regular file, Error{Limit} when it is larger
[[nodiscard]] std::string read_text_file(std::filesystem::path const& path,
                                         std::size_t max_size = max_text_size);

} // namespace ms::mapfile
