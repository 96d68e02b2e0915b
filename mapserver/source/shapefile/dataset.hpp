// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Opens the files of one shapefile.

#include "base/file_stamp.hpp"
#include "source/shapefile/dbf.hpp"
#include "source/shapefile/error_context.hpp"
#include "source/shapefile/file.hpp"
#include "source/shapefile/qix.hpp"
#include "source/shapefile/shp.hpp"

#include <array>
#include <chrono>
#include <memory>
#include <string>

namespace ms::source::shapefile {

/// .shp, .shx, .dbf and, if there are any, .qix and .cpg. Immutable: threads may share it.
class Dataset {
public:
    /// The place of a record's content in the .shp.
    struct Record {
        std::uint64_t offset = 0;
        std::uint32_t length = 0; ///< bytes
        [[nodiscard]] std::uint64_t end() const noexcept { return offset + length; }
    };

    /// \param stem the path without extension; extensions may be in upper case
    /// \throws Error{Source} if a file is missing or of another format. A bad .qix is not an error:
    /// candidates() then returns nullopt.
    [[nodiscard]] static std::shared_ptr<Dataset const> open(std::filesystem::path const& stem,
                                                             ErrorContext const& context);

    [[nodiscard]] ShpHeader const& header() const noexcept { return m_header; }
    [[nodiscard]] std::uint32_t size() const noexcept { return m_size; }
    [[nodiscard]] Record record(std::uint32_t id) const noexcept;
    [[nodiscard]] File const& shp() const noexcept { return m_shp; }

    /// Attribute rows; may be more or fewer than records.
    [[nodiscard]] DbfLayout const& table() const noexcept { return m_table; }
    [[nodiscard]] File const& dbf() const noexcept { return m_dbf; }
    /// The encoding in the .cpg; empty without one.
    [[nodiscard]] std::string const& encoding() const noexcept { return m_encoding; }

    [[nodiscard]] bool has_index() const noexcept { return m_qix && m_qix_header; }
    /// The records that may intersect a box, from the index, ascending. nullopt: test all of them.
    [[nodiscard]] std::optional<std::vector<std::uint32_t>>
    candidates(geometry::Box const& box) const;

    /// The boxes of all records in order; nullopt for a null or malformed one. Reads the whole
    /// .shp.
    [[nodiscard]] std::vector<std::optional<geometry::Box>> read_boxes() const;

    /// Whether a path leads to the files that were opened, and none of them has changed.
    [[nodiscard]] bool is_current(std::filesystem::path const& stem) const;
    /// Whether is_current() would see any change.
    [[nodiscard]] bool is_settled(std::chrono::system_clock::time_point now) const;
    /// In memory.
    [[nodiscard]] std::size_t bytes() const noexcept;

private:
    /// The files, as their extensions.
    static constexpr std::array<char const*, 5> parts{".shp", ".shx", ".dbf", ".cpg", ".qix"};
    Dataset(File shp, File dbf) : m_shp(std::move(shp)), m_dbf(std::move(dbf)) {}
    void read_header(ErrorContext const& context);
    void read_index(File const& shx, ErrorContext const& context);
    void read_table(ErrorContext const& context);
    void read_encoding(std::filesystem::path const& stem);
    void open_qix(std::filesystem::path const& stem);

    File m_shp;
    File m_dbf;
    ShpHeader m_header;
    std::vector<std::byte> m_index; ///< of the .shx: offset and length of each record, big-endian
    std::uint32_t m_size = 0;
    DbfLayout m_table;
    std::string m_encoding;
    std::optional<File> m_qix;
    std::optional<QixHeader> m_qix_header;
    std::array<FileStamp, parts.size()> m_stamps; ///< of the parts; unknown where there is none
};

} // namespace ms::source::shapefile
