// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A file on disk that is written here and there.

#include "base/descriptor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace ms {

/// The standard library's files are written with each change of position. Some drivers go back by a
/// byte after each feature, or change records in turn: here the pages that they touched last stay
/// in memory, 256 KiB of them.
class BufferedFile {
public:
    /// \param file open for reading and writing
    explicit BufferedFile(Descriptor file);

    [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
    /// \return bytes read: fewer at the end of the file; -1 after an error
    [[nodiscard]] std::ptrdiff_t read(std::uint64_t at, std::span<std::byte> out);
    /// \return false after an error. The file grows as it must.
    [[nodiscard]] bool write(std::uint64_t at, std::span<std::byte const> bytes);
    [[nodiscard]] bool truncate(std::uint64_t size);
    /// Writes what is only in memory.
    [[nodiscard]] bool flush();

private:
    static constexpr std::size_t page_bytes = std::size_t{8} << 10U;
    static constexpr std::size_t page_count = 32;

    /// Without its bytes, which would keep the pages apart in the processor's cache.
    struct Page {
        std::uint64_t number = 0;
        std::uint64_t last_use = 0; ///< 0: free
        std::size_t changed_from = page_bytes;
        std::size_t changed_to = 0;
    };

    [[nodiscard]] std::span<std::byte> bytes_of(Page const& page) const noexcept;
    [[nodiscard]] Page* find(std::uint64_t number);
    [[nodiscard]] Page* find_or_load(std::uint64_t number);
    [[nodiscard]] bool load(std::uint64_t at, std::span<std::byte> out) const;
    [[nodiscard]] bool store(Page& page) const;

    Descriptor m_file;
    std::uint64_t m_size = 0;
    std::uint64_t m_uses = 0;
    std::array<Page, page_count> m_pages;
    std::unique_ptr<std::byte[]> m_bytes; ///< of the pages, in their order
};

} // namespace ms
