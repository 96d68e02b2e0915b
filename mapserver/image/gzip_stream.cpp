// SPDX-License-Identifier: MIT
#include "image/gzip_stream.hpp"

#include <libdeflate.h>

namespace ms::image {

namespace {

void append_u32(std::uint32_t value, std::string& out)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        out += static_cast<char>(value >> shift & 0xFFU);
    }
}

} // namespace

void GzipStream::write(std::string_view bytes, std::string& out)
{
    begin(out);
    m_crc = libdeflate_crc32(m_crc, bytes.data(), bytes.size());
    m_size += static_cast<std::uint32_t>(bytes.size());
    m_deflate.write(bytes, out);
}

void GzipStream::finish(std::string& out)
{
    begin(out);
    m_deflate.finish(out);
    append_u32(m_crc, out); // RFC 1952, 2.3.1
    append_u32(m_size, out);
}

void GzipStream::begin(std::string& out)
{
    if (!m_has_begun) {
        // DEFLATE, no flags, no time, fastest, of an unknown system (RFC 1952, 2.3)
        out += std::string_view{"\x1F\x8B\x08\0\0\0\0\0\x04\xFF", 10};
        m_has_begun = true;
    }
}

} // namespace ms::image
