// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// A square of tiles as one file, in which the place of a tile's entry is computed: Esri's compact
/// cache, version 2 (https://github.com/Esri/raster-tiles-compactcache), which GDAL reads.

#include "base/descriptor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ms::store {

/// An open bundle. Its index is kept in memory (128 KiB) and read again when the file has changed,
/// so that a tile takes one read. What is written goes behind what is there, so that readers never
/// see a part of it. Several threads may read while one writes; so may other processes.
class Bundle {
public:
    static constexpr std::size_t side = 128;                            ///< tiles
    static constexpr std::size_t slots = side * side;                   ///< by rows from the top
    static constexpr std::size_t largest = (std::size_t{1} << 24U) - 1; ///< bytes of a tile

    enum class Use : std::uint8_t { Existing, Made };

    /// \returns null if there is no such file, and it is not to be made
    /// \throws Error{Source}, as all of these, also if the file is not a bundle
    [[nodiscard]] static std::shared_ptr<Bundle> open(std::filesystem::path path, Use use);

    /// Whether the file has been removed or replaced since it was opened.
    [[nodiscard]] bool is_gone() const;
    /// Whether head and index are those of a bundle.
    [[nodiscard]] bool is_whole() const;
    /// Time of the last use that was noted, or of a change; seconds since 1970.
    [[nodiscard]] std::int64_t used() const;
    void note_use();
    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] std::size_t count();

    /// The tile of a slot; empty if it has no tile.
    [[nodiscard]] std::vector<std::uint8_t> read(std::size_t slot);
    /// Replaces it. \param bytes up to `largest` of them
    /// \returns false if the file is gone meanwhile: nothing is written
    bool write(std::size_t slot, std::span<std::uint8_t const> bytes);
    void remove(std::size_t slot);
    /// Whether most of the file is tiles that were replaced or removed.
    [[nodiscard]] bool is_wasteful();
    /// Replaces the file by one without them, and without damaged ones; this one is gone then.
    void compact();

private:
    struct Entry {
        std::uint64_t offset = 0;
        std::size_t size = 0; ///< 0: no tile
    };
    /// Of the file when the index was read.
    struct Stamp {
        std::uint64_t size = 0;
        std::int64_t changed_ns = 0;
        friend bool operator==(Stamp const&, Stamp const&) = default;
    };
    class Lock;

    Bundle(std::filesystem::path path, Descriptor file)
        : m_path(std::move(path)), m_file(std::move(file))
    {}

    [[nodiscard]] Stamp stamp() const;
    static void make(std::filesystem::path const& path);
    void refresh();
    [[nodiscard]] static Entry entry_in(std::span<std::uint8_t const> index, std::size_t slot);
    void set_entry(std::size_t slot, Entry const& entry);
    [[nodiscard]] std::vector<std::uint8_t> read(Entry const& entry) const;
    void copy_tiles(Bundle& other);

    std::filesystem::path m_path;
    Descriptor m_file;
    std::mutex m_mutex; ///< of the index and its stamp
    std::optional<Stamp> m_stamp;
    std::vector<std::uint8_t> m_index; ///< as in the file
};

} // namespace ms::store
