// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads whole files, up to a limit.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace ms {

/// Images and drawings above this size are refused: 16 MiB.
inline constexpr std::uintmax_t largest_image_file = std::uintmax_t{16} << 20U;

/// The bytes of a file.
/// \throws Error{Source} if it cannot be read, Error{Limit} if it is larger; the messages have no
/// path
[[nodiscard]] std::vector<std::uint8_t> read_file(std::filesystem::path const& path,
                                                  std::uintmax_t largest);

} // namespace ms
