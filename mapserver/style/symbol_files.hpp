// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Caches the images and drawings of symbols, decoded once for the whole process.

#include "image/bitmap.hpp"
#include "paint/svg.hpp"

#include <cstddef>
#include <filesystem>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <variant>
#include <vector>

namespace ms::style {

/// LRU cache, bounded in bytes; a file is read again if its time or size has changed. Thread safe:
/// returned objects stay valid when they are dropped from the cache.
class SymbolFiles {
public:
    static constexpr std::size_t default_bytes = std::size_t{64} << 20U;

    explicit SymbolFiles(std::size_t max_bytes = default_bytes) : m_max_bytes(max_bytes) {}

    /// \throws Error{Source, Limit} for missing, too large or broken files, which are not cached
    [[nodiscard]] std::shared_ptr<image::Bitmap const> pixmap(std::filesystem::path const& path);
    [[nodiscard]] std::shared_ptr<paint::Svg const> svg(std::filesystem::path const& path);

    /// Of the cached files.
    [[nodiscard]] std::size_t kept_bytes() const;

private:
    using Content =
        std::variant<std::shared_ptr<image::Bitmap const>, std::shared_ptr<paint::Svg const>>;
    /// Identifies a version of a file.
    struct Version {
        std::filesystem::file_time_type changed;
        std::uintmax_t size = 0;
        friend bool operator==(Version const&, Version const&) = default;
    };
    /// A file may be used as both an image and a drawing.
    using Key = std::pair<std::filesystem::path, bool>;
    struct Entry {
        Key key;
        Version version;
        Content content;
        std::size_t bytes = 0;
    };
    using Entries = std::list<Entry>; ///< the one used last in front

    template <typename Type, typename Read>
    std::shared_ptr<Type const> find_or_read(Key key, Read read);
    void forget(Entries::iterator entry);

    std::size_t m_max_bytes;
    mutable std::mutex m_mutex;
    Entries m_entries;
    std::map<Key, Entries::iterator> m_index;
    std::size_t m_kept_bytes = 0;
};

/// The bytes of an image or a drawing, at most 16 MiB. \throws as SymbolFiles
[[nodiscard]] std::vector<std::uint8_t> read_symbol_file(std::filesystem::path const& path);
[[nodiscard]] std::shared_ptr<image::Bitmap const>
decode_pixmap(std::span<std::uint8_t const> bytes);
[[nodiscard]] std::shared_ptr<paint::Svg const> decode_svg(std::span<std::uint8_t const> bytes);

} // namespace ms::style
