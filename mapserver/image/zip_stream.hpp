// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes a ZIP archive of large files in one go.

#include "image/deflate_stream.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ms::image {

/// An archive that is sent while it is made: the size of each file stands behind it
/// (APPNOTE.TXT 4.3.9) and again in the directory at the end. Without times: the same files give
/// the same bytes. Files and archives may exceed 4 GiB (4.5.3). Memory: the directory.
class ZipStream {
public:
    /// \param out to which the archive is appended; the caller may take bytes away at any time
    explicit ZipStream(std::string& out) : m_out(out) {}

    /// \param name "roads.dbf", at most 65535 bytes \param size of the file, at least
    void begin(std::string_view name, std::uint64_t size);
    void write(std::string_view bytes);
    void end();
    /// Writes the directory, after the last file.
    void finish();

private:
    struct Entry {
        std::string name;
        std::uint64_t offset = 0; ///< of its header in the archive
        std::uint64_t packed = 0; ///< bytes in the archive
        std::uint64_t size = 0;
        std::uint32_t crc = 0;
        bool is_large = false; ///< its sizes are written with 8 bytes
    };

    void add(std::string const& bytes);
    void pass_on();
    void write_directory_entry(Entry const& entry);
    void write_large_end(std::uint64_t begin, std::uint64_t size);

    std::string& m_out;
    std::vector<Entry> m_entries;
    DeflateStream m_deflate;
    std::string m_packed;      ///< a member to reuse its memory
    std::uint64_t m_bytes = 0; ///< of the archive
};

} // namespace ms::image
