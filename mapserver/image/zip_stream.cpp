// SPDX-License-Identifier: MIT
// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (6.3.10)
#include "image/zip_stream.hpp"

#include <libdeflate.h>

#include <algorithm>

namespace ms::image {

namespace {

constexpr std::uint64_t max_32 = 0xFFFFFFFF;
constexpr std::uint16_t version = 20;       // 4.4.3: compressed with DEFLATE
constexpr std::uint16_t large_version = 45; // files or archives beyond 4 GiB
constexpr std::uint16_t flags = 0x0808;     // 4.4.4: sizes behind the file; names are UTF-8
constexpr std::uint16_t deflated = 8;
constexpr std::uint16_t first_of_1980 = (1U << 5U) | 1U; // as MS-DOS writes dates

/// Bytes of a header, little-endian.
class Header {
public:
    Header& u16(std::uint64_t value) { return append<2>(value); }
    Header& u32(std::uint64_t value) { return append<4>(value); }
    Header& u64(std::uint64_t value) { return append<8>(value); }
    Header& text(std::string_view text)
    {
        m_bytes += text;
        return *this;
    }
    [[nodiscard]] std::string const& bytes() const noexcept { return m_bytes; }

private:
    template <int size>
    Header& append(std::uint64_t value)
    {
        for (int i = 0; i < size; ++i) {
            m_bytes += static_cast<char>(value >> (8U * static_cast<unsigned>(i)) & 0xFFU);
        }
        return *this;
    }

    std::string m_bytes;
};

} // namespace

void ZipStream::begin(std::string_view name, std::uint64_t size)
{
    // What cannot be compressed grows by 5 bytes in each block of 64 kB.
    constexpr std::uint64_t longest_small = max_32 - (max_32 >> 10U);
    m_entries.push_back({.name = std::string{name}, .offset = m_bytes});
    auto& entry = m_entries.back();
    entry.is_large = size >= longest_small;
    Header header; // 4.3.7
    header.u32(0x04034B50).u16(entry.is_large ? large_version : version).u16(flags).u16(deflated);
    header.u16(0).u16(first_of_1980).u32(0); // the CRC follows the file
    header.u32(entry.is_large ? max_32 : 0).u32(entry.is_large ? max_32 : 0);
    header.u16(name.size()).u16(entry.is_large ? 20 : 0).text(name);
    if (entry.is_large) {
        header.u16(1).u16(16).u64(0).u64(0); // 4.5.3
    }
    add(header.bytes());
}

void ZipStream::write(std::string_view bytes)
{
    auto& entry = m_entries.back();
    entry.crc = libdeflate_crc32(entry.crc, bytes.data(), bytes.size());
    entry.size += bytes.size();
    m_deflate.write(bytes, m_packed);
    pass_on();
}

void ZipStream::end()
{
    m_deflate.finish(m_packed);
    pass_on();
    auto const& entry = m_entries.back();
    Header header; // 4.3.9
    header.u32(0x08074B50).u32(entry.crc);
    if (entry.is_large) {
        header.u64(entry.packed).u64(entry.size);
    } else {
        header.u32(entry.packed).u32(entry.size);
    }
    add(header.bytes());
}

void ZipStream::finish()
{
    auto const begin = m_bytes;
    std::ranges::for_each(m_entries, [&](Entry const& entry) { write_directory_entry(entry); });
    auto const size = m_bytes - begin;
    constexpr std::uint64_t max_entries = 0xFFFF;
    if (std::max(begin, size) >= max_32 || m_entries.size() >= max_entries) {
        write_large_end(begin, size);
    }
    auto const count = std::min<std::uint64_t>(m_entries.size(), max_entries);
    Header header; // 4.3.16
    header.u32(0x06054B50).u16(0).u16(0).u16(count).u16(count);
    header.u32(std::min(size, max_32)).u32(std::min(begin, max_32)).u16(0);
    add(header.bytes());
}

void ZipStream::write_directory_entry(Entry const& entry)
{
    bool const is_large = entry.is_large || entry.offset >= max_32;
    Header header; // 4.3.12
    header.u32(0x02014B50).u16(is_large ? large_version : version);
    header.u16(is_large ? large_version : version).u16(flags).u16(deflated);
    header.u16(0).u16(first_of_1980).u32(entry.crc);
    header.u32(is_large ? max_32 : entry.packed).u32(is_large ? max_32 : entry.size);
    header.u16(entry.name.size()).u16(is_large ? 28 : 0).u16(0); // no comment
    header.u16(0).u16(0).u32(0).u32(is_large ? max_32 : entry.offset).text(entry.name);
    if (is_large) {
        header.u16(1).u16(24).u64(entry.size).u64(entry.packed).u64(entry.offset); // 4.5.3
    }
    add(header.bytes());
}

void ZipStream::write_large_end(std::uint64_t begin, std::uint64_t size)
{
    auto const record = m_bytes;
    Header header; // 4.3.14
    header.u32(0x06064B50).u64(44).u16(large_version).u16(large_version).u32(0).u32(0);
    header.u64(m_entries.size()).u64(m_entries.size()).u64(size).u64(begin);
    header.u32(0x07064B50).u32(0).u64(record).u32(1); // 4.3.15
    add(header.bytes());
}

void ZipStream::add(std::string const& bytes)
{
    m_out += bytes;
    m_bytes += bytes.size();
}

void ZipStream::pass_on()
{
    m_entries.back().packed += m_packed.size();
    add(m_packed);
    m_packed.clear();
}

} // namespace ms::image
