// SPDX-License-Identifier: MIT
#include "store/mbtiles.hpp"

#include "base/error.hpp"
#include "store/byte_digest.hpp"

#include <utility>

namespace ms::store {

namespace {

constexpr int mbtiles_patience_ms = 2000;

/// https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md: "The database MAY define a view
/// named tiles" - equal tiles are stored once. The application_id is "MPBX". Nothing has to be
/// whole before the file has its name, so that there is no journal.
constexpr char const* mbtiles_schema = R"(
PRAGMA application_id = 0x4D504258;
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TABLE metadata (name TEXT NOT NULL PRIMARY KEY, value TEXT);
CREATE TABLE images (tile_id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, tile_data BLOB NOT NULL);
CREATE INDEX images_digest ON images (digest);
CREATE TABLE map (zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL, tile_id INTEGER NOT NULL,
                  PRIMARY KEY (zoom_level, tile_column, tile_row));
CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images ON images.tile_id = map.tile_id;
BEGIN;
)";

} // namespace

MbtilesWriter::Statements::Statements(SqliteDatabase& database)
    : find_image(
          database.prepare("SELECT tile_id FROM images WHERE digest = ?1 AND tile_data = ?2")),
      image(database.prepare(
          "INSERT INTO images (digest, tile_data) VALUES (?1, ?2) RETURNING tile_id")),
      tile(database.prepare("INSERT INTO map VALUES (?1, ?2, ?3, ?4)"))
{}

MbtilesWriter::MbtilesWriter(std::filesystem::path file, Metadata const& metadata)
    : m_file(std::move(file)), m_part(m_file.native() + ".part")
{
    if (std::filesystem::exists(m_file)) {
        throw Error{ErrorKind::BadRequest, m_file.native() + " is there already"};
    }
    std::filesystem::remove(m_part);
    m_database.emplace(m_part, SqliteDatabase::Access::Create, mbtiles_patience_ms);
    m_database->run(mbtiles_schema);
    auto row = m_database->prepare("INSERT INTO metadata VALUES (?1, ?2)");
    for (auto const& [name, value] : metadata) {
        row.bind(1, name).bind(2, value).run();
    }
    m_statements.emplace(*m_database);
}

MbtilesWriter::~MbtilesWriter()
{
    if (m_database) {
        close();
        std::error_code ignored;
        std::filesystem::remove(m_part, ignored);
    }
}

void MbtilesWriter::put(int zoom, std::int64_t column, std::int64_t row,
                        std::span<std::uint8_t const> bytes)
{
    std::scoped_lock const lock{m_mutex};
    m_statements->tile.bind(1, zoom)
        .bind(2, column)
        .bind(3, (std::int64_t{1} << static_cast<unsigned>(zoom)) - 1 - row)
        .bind(4, image_id(bytes))
        .run();
}

std::int64_t MbtilesWriter::image_id(std::span<std::uint8_t const> bytes)
{
    auto const digest = digest_of(bytes);
    auto& known = m_statements->find_image.bind(1, digest).bind(2, bytes);
    bool const is_known = known.step();
    auto const id = is_known ? known.integer(0) : 0;
    known.reset();
    if (is_known) {
        return id;
    }
    auto& image = m_statements->image.bind(1, digest).bind(2, bytes);
    image.step();
    auto const made = image.integer(0);
    image.reset();
    return made;
}

void MbtilesWriter::close()
{
    m_statements.reset();
    m_database.reset();
}

void MbtilesWriter::finish()
{
    std::scoped_lock const lock{m_mutex};
    m_database->run("COMMIT");
    close();
    std::filesystem::rename(m_part, m_file);
}

} // namespace ms::store
