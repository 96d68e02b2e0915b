// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Packs files into a ZIP archive.

#include <cstdint>
#include <string>
#include <vector>

namespace ms::image {

struct ZipEntry {
    std::string name; ///< "mapserver.kml", "icons/0.png"
    std::vector<std::uint8_t> bytes;
};

/// The archive, with the entries in their order and without times: the same entries give the same
/// bytes. \throws std::runtime_error if the archive cannot be written: entries beyond 4 GiB
[[nodiscard]] std::vector<std::uint8_t> zip(std::vector<ZipEntry> const& entries);

} // namespace ms::image
