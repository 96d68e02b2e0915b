// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a gzip file while its content is made.

#include "image/deflate_stream.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ms::image {

/// RFC 1952, without name and time. Speed before size, as DeflateStream.
class GzipStream {
public:
    /// Appends to `out` as much of the file as is ready.
    void write(std::string_view bytes, std::string& out);
    /// Appends the rest. The last call.
    void finish(std::string& out);

private:
    void begin(std::string& out);

    DeflateStream m_deflate;
    bool m_has_begun = false;
    std::uint32_t m_crc = 0;
    std::uint32_t m_size = 0; ///< modulo 2^32, as the file states it
};

} // namespace ms::image
