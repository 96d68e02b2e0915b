// SPDX-License-Identifier: MIT
#include "ogr/gdal_buffered.hpp"

#include "base/buffered_file.hpp"

#include <cpl_error.h>
#include <cpl_vsi.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <fcntl.h>

namespace ms::ogr {

namespace {

/// GDAL's calls say nothing of the request that they serve; they are made by its thread.
thread_local InterruptibleFiles* files_of_thread = nullptr;

bool is_stopped()
{
    return files_of_thread != nullptr && files_of_thread->is_stopped();
}

/// A file with the position that C's files have.
struct OpenFile {
    BufferedFile file;
    bool is_appended = false;
    std::uint64_t at = 0;
    std::size_t unflushed = 0; ///< bytes of an appended file
    bool has_met_end = false;
};

OpenFile& file_of(void* handle)
{
    return *static_cast<OpenFile*>(handle);
}

/// Drivers do not look at every result: they would go on to the end.
void report_failed_write()
{
    if (files_of_thread != nullptr) {
        files_of_thread->note_failed_write();
    }
    CPLError(CE_Failure, CPLE_FileIO, "a file cannot be written");
}

void* open_file(void* /*unused*/, char const* path, char const* access)
{
    std::string_view const mode{access};
    int const creation = mode.starts_with('w')   ? O_CREAT | O_TRUNC
                         : mode.starts_with('a') ? O_CREAT
                                                 : 0;
    constexpr mode_t for_us_alone = 0600;
    // FlatGeobuf sorts before it writes. DXF does not look whether it can read its own file again.
    if (is_stopped() && creation != 0) {
        return nullptr;
    }
    Descriptor descriptor{::open(path, O_RDWR | O_CLOEXEC | creation, for_us_alone)};
    if (!descriptor.is_open()) {
        return nullptr;
    }
    bool const is_appended = files_of_thread != nullptr &&
                             files_of_thread->order() == InterruptibleFiles::Order::Appended;
    auto opened =
        std::make_unique<OpenFile>(OpenFile{BufferedFile{std::move(descriptor)}, is_appended});
    opened->at = mode.starts_with('a') ? opened->file.size() : 0;
    return opened.release(); // close_file() takes it
}

int close_file(void* handle)
{
    std::unique_ptr<OpenFile> const closed{&file_of(handle)};
    bool const is_written = !is_stopped() && closed->file.flush();
    if (!is_written) {
        report_failed_write();
    }
    return is_written ? 0 : -1;
}

vsi_l_offset tell_file(void* handle)
{
    return file_of(handle).at;
}

int seek_file(void* handle, vsi_l_offset offset, int origin)
{
    auto& opened = file_of(handle);
    auto const from = origin == SEEK_CUR ? opened.at : origin == SEEK_END ? opened.file.size() : 0;
    opened.at = from + offset; // backwards by wrapping around, as GDAL's offsets are unsigned
    opened.has_met_end = false;
    return 0;
}

size_t read_file(void* handle, void* buffer, size_t size, size_t count)
{
    if (is_stopped()) {
        return 0;
    }
    auto& opened = file_of(handle);
    auto const got = opened.file.read(opened.at, {static_cast<std::byte*>(buffer), size * count});
    auto const bytes = static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0));
    opened.at += bytes;
    opened.has_met_end = bytes < size * count;
    return size == 0 ? 0 : bytes / size;
}

bool write(OpenFile& opened, std::span<std::byte const> bytes)
{
    if (is_stopped() || !opened.file.write(opened.at, bytes)) {
        return false;
    }
    opened.at += bytes.size();
    opened.unflushed += opened.is_appended ? bytes.size() : 0;
    constexpr std::size_t worth_a_call = std::size_t{4} << 10U;
    if (opened.unflushed < worth_a_call) {
        return true;
    }
    opened.unflushed = 0;
    return opened.file.flush();
}

size_t write_file(void* handle, void const* buffer, size_t size, size_t count)
{
    bool const is_written =
        write(file_of(handle), {static_cast<std::byte const*>(buffer), size * count});
    if (!is_written) {
        report_failed_write();
    }
    return is_written ? count : 0;
}

int has_met_end(void* handle)
{
    return file_of(handle).has_met_end ? 1 : 0;
}

/// Drivers flush after each feature, for others that read the file. Here nobody does before it is
/// closed.
int flush_file(void* /*unused*/)
{
    return 0;
}

int truncate_file(void* handle, vsi_l_offset size)
{
    return file_of(handle).file.truncate(size) ? 0 : -1;
}

/// All that needs no open file, as GDAL does it on disk.
void set_names(VSIFilesystemPluginCallbacksStruct& calls)
{
    calls.stat = [](void* /*unused*/, char const* path, VSIStatBufL* facts, int flags) {
        return VSIStatExL(path, facts, flags);
    };
    calls.unlink = [](void* /*unused*/, char const* path) { return VSIUnlink(path); };
    calls.rename = [](void* /*unused*/, char const* from, char const* to) {
        return VSIRename(from, to);
    };
    calls.mkdir = [](void* /*unused*/, char const* path, long mode) {
        return VSIMkdir(path, mode);
    };
    calls.rmdir = [](void* /*unused*/, char const* path) { return VSIRmdir(path); };
    calls.read_dir = [](void* /*unused*/, char const* path, int max_files) {
        return VSIReadDirEx(path, max_files);
    };
}

} // namespace

InterruptibleFiles::InterruptibleFiles(GoOn const& go_on, Order order)
    : m_go_on(go_on), m_order(order), m_before(std::exchange(files_of_thread, this))
{}

InterruptibleFiles::~InterruptibleFiles()
{
    files_of_thread = m_before;
}

void set_up_buffered_files()
{
    auto* const calls = VSIAllocFilesystemPluginCallbacksStruct();
    set_names(*calls);
    calls->open = &open_file;
    calls->close = &close_file;
    calls->tell = &tell_file;
    calls->seek = &seek_file;
    calls->read = &read_file;
    calls->write = &write_file;
    calls->eof = &has_met_end;
    calls->flush = &flush_file;
    calls->truncate = &truncate_file;
    VSIInstallPluginHandler(buffered_prefix.data(), calls); // keeps the pointer: a literal's
    VSIFreeFilesystemPluginCallbacksStruct(calls);
}

} // namespace ms::ogr
