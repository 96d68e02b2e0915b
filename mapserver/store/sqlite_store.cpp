// SPDX-License-Identifier: MIT
#include "store/sqlite_store.hpp"

#include "base/error.hpp"
#include "store/byte_digest.hpp"
#include "store/geopackage_tables.hpp"
#include "store/sqlite_database.hpp"
#include "store/use_time.hpp"

#include <mutex>

namespace ms::store {

namespace {

/// How a file says that it is a store.
struct Layout {
    std::int64_t application_id;
    std::int64_t version; ///< PRAGMA user_version
    bool is_geopackage;
};

/// "mspt" in ASCII.
constexpr Layout plain{0x6D737074, 1, false};
constexpr Layout geopackage{geopackage_application_id, 10300, true};
constexpr int patience_ms = 2000;
/// Tiles that are removed in one transaction.
constexpr int removed_at_once = 256;

/// The tables. `uses` counts the tiles that show an image; the triggers keep it, whoever writes.
constexpr char const* schema = R"(
CREATE TABLE tileset (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE image (id INTEGER PRIMARY KEY, uses INTEGER NOT NULL DEFAULT 0, digest INTEGER NOT NULL, type TEXT NOT NULL, plain_size INTEGER NOT NULL,
                    is_compressed INTEGER NOT NULL, bytes BLOB NOT NULL);
CREATE INDEX image_digest ON image (digest);
CREATE TABLE tiles (tileset INTEGER NOT NULL REFERENCES tileset, z INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
                    image INTEGER NOT NULL REFERENCES image, state TEXT NOT NULL, drawn INTEGER NOT NULL, used INTEGER NOT NULL);
CREATE UNIQUE INDEX xyz ON tiles (tileset, z, x, y);
CREATE INDEX tiles_used ON tiles (used);
CREATE TRIGGER tile_came AFTER INSERT ON tiles BEGIN
  UPDATE image SET uses = uses + 1 WHERE id = new.image;
END;
CREATE TRIGGER tile_went AFTER DELETE ON tiles BEGIN
  UPDATE image SET uses = uses - 1 WHERE id = old.image;
  DELETE FROM image WHERE id = old.image AND uses < 1;
END;
CREATE TRIGGER tile_changed AFTER UPDATE OF image ON tiles WHEN new.image <> old.image BEGIN
  UPDATE image SET uses = uses + 1 WHERE id = new.image;
  UPDATE image SET uses = uses - 1 WHERE id = old.image;
  DELETE FROM image WHERE id = old.image AND uses < 1;
END;
)";

constexpr char const* find_tile =
    "SELECT t.state, t.used, i.type, i.plain_size, i.is_compressed, i.bytes "
    "FROM tiles t JOIN image i ON i.id = t.image"
    " WHERE t.tileset = (SELECT id FROM tileset WHERE name = ?1) AND "
    "t.z = ?2 AND t.x = ?3 AND t.y = ?4";
constexpr char const* where_tile =
    " WHERE tileset = (SELECT id FROM tileset WHERE name = ?1) AND z = ?2 AND x = ?3 AND y = ?4";

SqliteStatement& bind_key(SqliteStatement& statement, TileKey const& key)
{
    return statement.bind(1, key.tileset).bind(2, key.zoom).bind(3, key.column).bind(4, key.row);
}

/// Whether it has the tables: a GeoPackage of another program does not.
bool has_tables(SqliteDatabase& database)
{
    return database.number("SELECT count(*) FROM sqlite_schema WHERE name IN "
                           "('tileset', 'image', 'tiles', 'xyz')") == 4;
}

/// Makes the tables, unless another process has.
void make_tables(SqliteDatabase& database, Layout const& layout)
{
    if (database.number("PRAGMA user_version") == 0) {
        database.run("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;");
    }
    SqliteTransaction transaction{database};
    auto const version = database.number("PRAGMA user_version");
    if (version == 0 && database.number("SELECT count(*) FROM sqlite_schema") == 0) {
        database.run(schema);
        if (layout.is_geopackage) {
            make_geopackage_tables(database);
        }
        database.run("PRAGMA application_id = " + std::to_string(layout.application_id) +
                     "; PRAGMA user_version = " + std::to_string(layout.version));
    } else if (version != layout.version || !has_tables(database) ||
               database.number("PRAGMA application_id") != layout.application_id) {
        throw Error{ErrorKind::Source, "the file is not a tile store of this program's version"};
    }
    transaction.commit();
}

SqliteDatabase opened_to_write(std::filesystem::path const& file, Layout const& layout)
{
    SqliteDatabase database{file, SqliteDatabase::Access::Create, patience_ms};
    make_tables(database, layout);
    // After a power cut the last tiles may be missing, but the file is whole.
    database.run("PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 8388608;");
    return database;
}

/// A connection that reads.
struct Reader {
    explicit Reader(std::filesystem::path const& file)
        : database(file, SqliteDatabase::Access::Read, patience_ms),
          find(database.prepare(find_tile))
    {}

    SqliteDatabase database;
    SqliteStatement find;
};

/// The connection that writes, and its statements.
struct Writer {
    Writer(std::filesystem::path const& file, Layout const& layout)
        : database(opened_to_write(file, layout)),
          tileset(database.prepare(
              "INSERT INTO tileset (name) VALUES (?1) ON CONFLICT DO NOTHING RETURNING id")),
          find_image(
              database.prepare("SELECT id FROM image WHERE digest = ?1 AND bytes = ?2 AND type = ?3"
                               " AND plain_size = ?4 AND is_compressed = ?5")),
          image(
              database.prepare("INSERT INTO image (digest, plain_size, is_compressed, bytes, type)"
                               " VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id")),
          tile(database.prepare(
              "INSERT INTO tiles (tileset, z, x, y, image, state, drawn, used)"
              " VALUES ((SELECT id FROM tileset WHERE name = ?1), ?2, ?3, ?4, ?5, ?6, ?7, ?7)"
              " ON CONFLICT (tileset, z, x, y) DO UPDATE SET image = excluded.image,"
              " state = excluded.state, drawn = excluded.drawn, used = excluded.used")),
          remove(database.prepare(std::string{"DELETE FROM tiles"} + where_tile)),
          touch(database.prepare(std::string{"UPDATE tiles SET used = ?5"} + where_tile)),
          remove_oldest(database.prepare("DELETE FROM tiles WHERE rowid IN"
                                         " (SELECT rowid FROM tiles ORDER BY used LIMIT ?1)")),
          remove_empty(database.prepare("DELETE FROM tileset WHERE NOT EXISTS"
                                        " (SELECT 1 FROM tiles WHERE tiles.tileset = tileset.id)"
                                        " RETURNING id"))
    {}

    SqliteDatabase database;
    SqliteStatement tileset;
    SqliteStatement find_image;
    SqliteStatement image;
    SqliteStatement tile;
    SqliteStatement remove;
    SqliteStatement touch;
    SqliteStatement remove_oldest;
    SqliteStatement remove_empty;
};

class SqliteStore final : public TileStore {
public:
    SqliteStore(std::filesystem::path file, std::size_t max_bytes, Layout const& layout)
        : m_file(std::move(file)), m_max_bytes(max_bytes), m_layout(layout),
          m_writer(m_file, m_layout)
    {}

    std::optional<FoundTile> find(TileKey const& key) override
    {
        auto reader = take_reader();
        auto found = read(bind_key(reader->find, key));
        reader->find.reset();
        give_back(std::move(reader));
        return found;
    }

    void put(std::span<StoredTile const> tiles) override
    {
        std::scoped_lock const lock{m_write_mutex};
        SqliteTransaction transaction{m_writer.database};
        for (auto const& tile : tiles) {
            put_one(tile);
        }
        transaction.commit();
        keep_bound();
    }

    void remove(TileKey const& key) override
    {
        std::scoped_lock const lock{m_write_mutex};
        bind_key(m_writer.remove, key).run();
    }

    void touch(std::span<TileKey const> keys) override
    {
        std::scoped_lock const lock{m_write_mutex};
        SqliteTransaction transaction{m_writer.database};
        for (auto const& key : keys) {
            bind_key(m_writer.touch, key).bind(5, now_s()).run();
        }
        transaction.commit();
    }

    std::size_t count() override
    {
        std::scoped_lock const lock{m_write_mutex};
        return static_cast<std::size_t>(m_writer.database.number("SELECT count(*) FROM tiles"));
    }

    std::size_t bytes() override
    {
        std::scoped_lock const lock{m_write_mutex};
        return used_bytes();
    }

private:
    std::unique_ptr<Reader> take_reader()
    {
        {
            std::scoped_lock const lock{m_readers_mutex};
            if (!m_readers.empty()) {
                auto reader = std::move(m_readers.back());
                m_readers.pop_back();
                return reader;
            }
        }
        return std::make_unique<Reader>(m_file);
    }

    /// Not after an error: that connection is closed.
    void give_back(std::unique_ptr<Reader> reader)
    {
        std::scoped_lock const lock{m_readers_mutex};
        m_readers.push_back(std::move(reader));
    }

    static std::optional<FoundTile> read(SqliteStatement& row)
    {
        if (!row.step()) {
            return std::nullopt;
        }
        auto const bytes = row.bytes(5);
        if (bytes.size() > largest_tile) {
            throw Error{ErrorKind::Source, "the file has a tile that is too large"};
        }
        return FoundTile{.tile = {.type = std::string{row.text(2)},
                                  .bytes = {bytes.begin(), bytes.end()},
                                  .plain_size = static_cast<std::size_t>(row.integer(3)),
                                  .is_compressed = row.integer(4) != 0},
                         .state = std::string{row.text(0)},
                         .is_unused = now_s() - row.integer(1) >= rest_s};
    }

    std::int64_t image_id(EncodedTile const& tile)
    {
        auto const digest = digest_of(tile.bytes);
        auto& known = m_writer.find_image.bind(1, digest)
                          .bind(2, std::span{tile.bytes})
                          .bind(3, tile.type)
                          .bind(4, static_cast<std::int64_t>(tile.plain_size))
                          .bind(5, std::int64_t{tile.is_compressed});
        if (known.step()) {
            auto const id = known.integer(0);
            known.reset();
            return id;
        }
        known.reset();
        auto& image = m_writer.image.bind(1, digest)
                          .bind(2, static_cast<std::int64_t>(tile.plain_size))
                          .bind(3, std::int64_t{tile.is_compressed})
                          .bind(4, std::span{tile.bytes})
                          .bind(5, tile.type);
        image.step();
        auto const id = image.integer(0);
        image.reset();
        return id;
    }

    void add_tileset(StoredTile const& first)
    {
        auto& tileset = m_writer.tileset.bind(1, first.key.tileset);
        bool const is_new = tileset.step();
        auto const id = is_new ? tileset.integer(0) : 0;
        tileset.reset();
        if (is_new && m_layout.is_geopackage && first.matrix_set) {
            add_to_geopackage(m_writer.database, id, first.key.tileset, first.matrix_set());
        }
    }

    void put_one(StoredTile const& stored)
    {
        auto const image = image_id(stored.tile);
        add_tileset(stored);
        bind_key(m_writer.tile, stored.key)
            .bind(5, image)
            .bind(6, stored.state)
            .bind(7, now_s())
            .run();
    }

    [[nodiscard]] std::size_t used_bytes()
    {
        auto& database = m_writer.database;
        auto const pages =
            database.number("PRAGMA page_count") - database.number("PRAGMA freelist_count");
        return static_cast<std::size_t>(pages * database.number("PRAGMA page_size"));
    }

    /// Removes the least recently used tiles down to nine tenths of the bound, and tilesets that
    /// have no tiles left. Their pages are used again.
    void keep_bound()
    {
        if (used_bytes() <= m_max_bytes) {
            return;
        }
        bool is_full = true;
        while (is_full) {
            SqliteTransaction transaction{m_writer.database};
            m_writer.remove_oldest.bind(1, std::int64_t{removed_at_once}).run();
            is_full = m_writer.database.number("SELECT changes()") > 0 &&
                      used_bytes() > m_max_bytes / 10 * 9;
            transaction.commit();
        }
        remove_empty_tilesets();
    }

    void remove_empty_tilesets()
    {
        SqliteTransaction transaction{m_writer.database};
        std::vector<std::int64_t> removed;
        while (m_writer.remove_empty.step()) {
            removed.push_back(m_writer.remove_empty.integer(0));
        }
        m_writer.remove_empty.reset();
        if (m_layout.is_geopackage) {
            for (auto const id : removed) {
                remove_from_geopackage(m_writer.database, id);
            }
        }
        transaction.commit();
    }

    std::filesystem::path m_file;
    std::size_t m_max_bytes;
    Layout m_layout;
    std::mutex m_write_mutex;
    Writer m_writer;
    std::mutex m_readers_mutex;
    std::vector<std::unique_ptr<Reader>> m_readers; ///< those that nobody uses; as many as threads
};

} // namespace

std::unique_ptr<TileStore> open_sqlite_store(std::filesystem::path const& file,
                                             std::size_t max_bytes)
{
    return std::make_unique<SqliteStore>(file, max_bytes, plain);
}

std::unique_ptr<TileStore> open_geopackage_store(std::filesystem::path const& file,
                                                 std::size_t max_bytes)
{
    return std::make_unique<SqliteStore>(file, max_bytes, geopackage);
}

} // namespace ms::store
