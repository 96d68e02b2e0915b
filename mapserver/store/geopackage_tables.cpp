// SPDX-License-Identifier: MIT
#include "store/geopackage_tables.hpp"

namespace ms::store {

namespace {

/// As in annex C of the standard, with the three CRSs that each file has.
constexpr char const* geopackage_schema = R"(
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES
  ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
  ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
  ('WGS 84 geodetic', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],'
   || 'AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],'
   || 'AUTHORITY["EPSG","4326"]]', 'longitude and latitude in degrees on the WGS 84 spheroid');
CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_tile_matrix_set (table_name TEXT NOT NULL PRIMARY KEY, srs_id INTEGER NOT NULL, min_x DOUBLE NOT NULL, min_y DOUBLE NOT NULL,
  max_x DOUBLE NOT NULL, max_y DOUBLE NOT NULL, CONSTRAINT fk_gtms_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents (table_name),
  CONSTRAINT fk_gtms_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id));
CREATE TABLE gpkg_tile_matrix (table_name TEXT NOT NULL, zoom_level INTEGER NOT NULL, matrix_width INTEGER NOT NULL, matrix_height INTEGER NOT NULL,
  tile_width INTEGER NOT NULL, tile_height INTEGER NOT NULL, pixel_x_size DOUBLE NOT NULL, pixel_y_size DOUBLE NOT NULL,
  CONSTRAINT pk_ttm PRIMARY KEY (table_name, zoom_level),
  CONSTRAINT fk_tmm_table_name FOREIGN KEY (table_name) REFERENCES gpkg_contents (table_name));
)";

constexpr std::int64_t undefined_crs = -1;

std::string view_of(std::int64_t id)
{
    return "tileset_" + std::to_string(id);
}

/// Its number in the file.
std::int64_t crs_id(SqliteDatabase& database, TileMatrixSet const& matrix_set)
{
    if (matrix_set.authority.empty() || matrix_set.code <= 0) {
        return undefined_crs;
    }
    auto add = database.prepare("INSERT INTO gpkg_spatial_ref_sys VALUES (?1, ?2, ?3, ?2, ?4, '') "
                                "ON CONFLICT DO NOTHING");
    auto const name = matrix_set.authority + ":" + std::to_string(matrix_set.code);
    std::string const wkt = matrix_set.wkt.empty() ? "undefined" : matrix_set.wkt;
    add.bind(1, name).bind(2, matrix_set.code).bind(3, matrix_set.authority).bind(4, wkt).run();
    return matrix_set.code;
}

struct Corners {
    double left, bottom, right, top;
};

Corners corners_of(TileMatrixSet const& matrix_set)
{
    if (matrix_set.matrices.empty()) {
        return {matrix_set.left, matrix_set.top, matrix_set.left, matrix_set.top};
    }
    auto const& coarsest = matrix_set.matrices.front();
    auto const side = coarsest.cell * coarsest.tile_px;
    return {matrix_set.left, matrix_set.top - side * static_cast<double>(coarsest.rows),
            matrix_set.left + side * static_cast<double>(coarsest.columns), matrix_set.top};
}

SqliteStatement& bind_corners(SqliteStatement& statement, int first, Corners const& corners)
{
    return statement.bind_real(first, corners.left)
        .bind_real(first + 1, corners.bottom)
        .bind_real(first + 2, corners.right)
        .bind_real(first + 3, corners.top);
}

void add_levels(SqliteDatabase& database, std::string const& view, TileMatrixSet const& matrix_set)
{
    auto add =
        database.prepare("INSERT INTO gpkg_tile_matrix VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?6)");
    for (std::size_t zoom = 0; zoom < matrix_set.matrices.size(); ++zoom) {
        auto const& level = matrix_set.matrices[zoom];
        add.bind(1, view)
            .bind(2, static_cast<std::int64_t>(zoom))
            .bind(3, level.columns)
            .bind(4, level.rows)
            .bind(5, std::int64_t{level.tile_px})
            .bind_real(6, level.cell)
            .run();
    }
}

} // namespace

void make_geopackage_tables(SqliteDatabase& database)
{
    database.run(geopackage_schema);
}

void add_to_geopackage(SqliteDatabase& database, std::int64_t id, std::string const& name,
                       TileMatrixSet const& matrix_set)
{
    auto const view = view_of(id);
    auto const number = std::to_string(id);
    database.run(
        "CREATE VIEW " + view +
        " AS SELECT tiles.rowid AS id, z AS zoom_level, x AS tile_column, y AS tile_row, "
        "bytes AS tile_data FROM tiles JOIN image ON image.id = tiles.image WHERE tileset = " +
        number);
    auto const crs = crs_id(database, matrix_set);
    auto const corners = corners_of(matrix_set);
    auto const identifier = matrix_set.title + " (" + number + ")"; // unique in the file
    auto contents = database.prepare(
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id, min_x, "
        "min_y, max_x, max_y) VALUES (?1, 'tiles', ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    contents.bind(1, view).bind(2, identifier).bind(3, name).bind(4, crs);
    bind_corners(contents, 5, corners).run();
    auto set = database.prepare("INSERT INTO gpkg_tile_matrix_set VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
    set.bind(1, view).bind(2, crs);
    bind_corners(set, 3, corners).run();
    add_levels(database, view, matrix_set);
}

void remove_from_geopackage(SqliteDatabase& database, std::int64_t id)
{
    auto const view = view_of(id);
    for (auto const* const table : {"gpkg_tile_matrix", "gpkg_tile_matrix_set", "gpkg_contents"}) {
        database.prepare(std::string{"DELETE FROM "} + table + " WHERE table_name = ?1")
            .bind(1, view)
            .run();
    }
    database.run("DROP VIEW IF EXISTS " + view);
}

} // namespace ms::store
