// SPDX-License-Identifier: MIT
#include "image/zip.hpp"

#include "base/error.hpp"

#include <minizip/zip.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace ms::image {

namespace {

/// A file in memory, for minizip: it writes in order, and goes back to complete headers.
struct MemoryFile {
    std::vector<std::uint8_t> bytes;
    std::size_t at = 0;
};

MemoryFile& file_of(voidpf stream) noexcept
{
    return *static_cast<MemoryFile*>(stream);
}

voidpf open_file(voidpf opaque, char const* /*name*/, int /*mode*/)
{
    return opaque;
}

uLong read_file(voidpf /*opaque*/, voidpf /*stream*/, void* /*out*/, uLong /*size*/)
{
    return 0; // a new archive is never read
}

uLong write_file(voidpf /*opaque*/, voidpf stream, void const* data, uLong size)
{
    auto& file = file_of(stream);
    try {
        file.bytes.resize(std::max(file.bytes.size(), file.at + size));
    } catch (std::exception const&) { // minizip is C
        return 0;
    }
    std::memcpy(file.bytes.data() + file.at, data, size);
    file.at += size;
    return size;
}

long tell_file(voidpf /*opaque*/, voidpf stream)
{
    return static_cast<long>(file_of(stream).at);
}

long seek_file(voidpf /*opaque*/, voidpf stream, uLong offset, int origin)
{
    auto& file = file_of(stream);
    std::size_t const from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? file.at
                             : origin == ZLIB_FILEFUNC_SEEK_END ? file.bytes.size()
                                                                : 0;
    file.at = std::min(from + offset, file.bytes.size());
    return 0;
}

int no_error(voidpf /*opaque*/, voidpf /*stream*/)
{
    return 0;
}

void check(int status)
{
    if (status != ZIP_OK) {
        throw Error{ErrorKind::Limit, "the ZIP archive cannot be written"};
    }
}

void add(zipFile archive, ZipEntry const& entry)
{
    zip_fileinfo info{};
    info.tmz_date = {
        .tm_sec = 0, .tm_min = 0, .tm_hour = 0, .tm_mday = 1, .tm_mon = 0, .tm_year = 1980};
    check(zipOpenNewFileInZip(archive, entry.name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr,
                              Z_DEFLATED, Z_DEFAULT_COMPRESSION));
    if (entry.bytes.size() > std::numeric_limits<unsigned>::max()) {
        throw Error{ErrorKind::Limit, "a file is too large for the ZIP archive"};
    }
    check(zipWriteInFileInZip(archive, entry.bytes.data(),
                              static_cast<unsigned>(entry.bytes.size())));
    check(zipCloseFileInZip(archive));
}

} // namespace

std::vector<std::uint8_t> zip(std::vector<ZipEntry> const& entries)
{
    MemoryFile file;
    zlib_filefunc_def calls{.zopen_file = &open_file,
                            .zread_file = &read_file,
                            .zwrite_file = &write_file,
                            .ztell_file = &tell_file,
                            .zseek_file = &seek_file,
                            .zclose_file = &no_error,
                            .zerror_file = &no_error,
                            .opaque = &file};
    auto* const archive = zipOpen2("", APPEND_STATUS_CREATE, nullptr, &calls);
    if (archive == nullptr) {
        throw std::bad_alloc();
    }
    try {
        for (auto const& entry : entries) {
            add(archive, entry);
        }
    } catch (...) {
        zipClose(archive, nullptr);
        throw;
    }
    check(zipClose(archive, nullptr));
    return std::move(file.bytes);
}

} // namespace ms::image
