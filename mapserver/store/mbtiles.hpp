// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes tiles of web maps into one file for other programs: MBTiles.

#include "store/sqlite_database.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace ms::store {

/// An MBTiles file (specification 1.3), for GDAL, QGIS, tile servers and maps on phones. It is made
/// beside its place, as FILE.part, and gets its name when it is whole. Thread safe.
class MbtilesWriter {
public:
    /// Rows of the table "metadata": "name" and "format" are required.
    using Metadata = std::map<std::string, std::string>;

    /// \throws Error{Source} if the file is there, or cannot be made
    MbtilesWriter(std::filesystem::path file, Metadata const& metadata);
    /// Without finish() nothing is left.
    ~MbtilesWriter();
    MbtilesWriter(MbtilesWriter const&) = delete;
    MbtilesWriter& operator=(MbtilesWriter const&) = delete;

    /// \param row from the top; MBTiles counts from below
    /// \param bytes of vector tiles: compressed
    void put(int zoom, std::int64_t column, std::int64_t row, std::span<std::uint8_t const> bytes);
    void finish();

private:
    struct Statements {
        explicit Statements(SqliteDatabase& database);

        SqliteStatement find_image;
        SqliteStatement image;
        SqliteStatement tile;
    };

    [[nodiscard]] std::int64_t image_id(std::span<std::uint8_t const> bytes);
    void close();

    std::filesystem::path m_file;
    std::filesystem::path m_part;
    std::mutex m_mutex;
    std::optional<SqliteDatabase> m_database;
    std::optional<Statements> m_statements;
};

} // namespace ms::store
