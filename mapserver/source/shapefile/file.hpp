// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads files at any offset from any thread.

#include "base/file_stamp.hpp"
#include "source/shapefile/bytes.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace ms::source::shapefile {

/// An open file of known size. Uses pread, not mmap: if the file is truncated meanwhile, pread
/// gives a short read, but a mapping would kill the process (SIGBUS).
class File {
public:
    /// nullopt if it does not exist, is not readable or not a regular file; errno says which.
    [[nodiscard]] static std::optional<File> open(std::filesystem::path const& path);
    ~File();
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;

    /// At the time of opening.
    [[nodiscard]] FileStamp const& stamp() const noexcept { return m_stamp; }
    [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
    /// Fills `out` with the bytes from `offset` on; false when there are not so many.
    [[nodiscard]] bool read_at(std::uint64_t offset, std::span<std::byte> out) const noexcept;

private:
    File(int descriptor, std::uint64_t size)
        : m_descriptor(descriptor), m_size(size), m_stamp(FileStamp::of(descriptor))
    {}

    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    FileStamp m_stamp;
};

/// A buffer of the last read, so that neighbouring records take one system call.
class Window {
public:
    /// \param file must outlive the window
    explicit Window(File const& file) noexcept : m_file(&file) {}

    /// The bytes [offset, offset + length), valid until the next call; nullopt past the end.
    /// \param ahead number of bytes from `offset` on worth reading, if any have to be read
    [[nodiscard]] std::optional<Bytes> bytes(std::uint64_t offset, std::size_t length,
                                             std::size_t ahead = 0);
    /// Whether bytes() would answer without reading.
    [[nodiscard]] bool holds(std::uint64_t offset, std::size_t length) const noexcept;

private:
    File const* m_file;
    std::uint64_t m_offset = 0;
    std::size_t m_length = 0;
    std::vector<std::byte> m_buffer; ///< grows, never shrinks: only its first m_length bytes count
};

} // namespace ms::source::shapefile
