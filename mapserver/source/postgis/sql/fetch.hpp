// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds the statement that fetches a layer's rows, with everything needed to read its result.

#include "expr/expression.hpp"
#include "source/postgis/facts/encoding.hpp"
#include "source/postgis/sql/data_clause.hpp"
#include "source/postgis/sql/sql_text.hpp"
#include "source/query.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ms::source::postgis {

/// The mapfile's settings of a layer's data.
struct LayerSettings {
    LayerRef ref;
    std::string connection;
    DataClause data;
    EncodingWish encoding = EncodingWish::Auto;
    bool keeps_geometries = true;  ///< PROCESSING "GEOMETRY_CACHE=AUTO"
    bool force_2d = false;         ///< PROCESSING "FORCE2D=yes"
    bool close_connection = false; ///< PROCESSING "CLOSE_CONNECTION=ALWAYS"
    std::string native_filter;     ///< PROCESSING "NATIVE_FILTER=...": SQL, trusted
    /// PROCESSING "DATA_VERSION=...": SNAPSHOT or the author's SQL; "": no validator.
    std::string data_version;
    std::vector<std::string> bind_values; ///< BINDVALS: $1, $2 ... of the author's SQL
    bool use_levels = false;              ///< PROCESSING "LOD=AUTO"
    std::string level_of;                 ///< the source is a level of detail of this one
    double thinned_for = 0;               ///< ... and was made for pixels of this size
};

/// Columns of the answer: the geometry, then `fields`, then the key if `with_ids`.
struct Fetch {
    Statement statement;
    Transfer transfer;
    std::vector<std::string> fields; ///< Query::fields, then those that only `rest` reads
    bool with_ids = false;
    expr::Expression rest;          ///< the part of the filter that we must evaluate
    std::int64_t max_features = -1; ///< that we must count, if `rest` prevents the server from it
    std::int64_t offset = 0;        ///< the same of the rows that are left out
};

/// A fetch in two steps: the versions of rows, then the geometries that are not cached.
struct VersionedFetch {
    /// Columns: those of VersionColumn, IsCut where large geometries are cut, then as in Fetch. See
    /// versions_of()
    Fetch rows;
    std::string key;      ///< all that a row's bytes depend on but the row
    Statement geometries; ///< columns: those of GeometryRow. See geometries_of()

    /// The column of the first of `rows.fields`.
    [[nodiscard]] int first_field() const noexcept;
};

enum VersionColumn : int {
    Place,  ///< ctid
    Writer, ///< xmin
    File,   ///< int8: the table's file, its column and the server's start; 0 if the table is no
            ///< longer that of the facts. NULL, to send less: the known one
    IsCut   ///< a large geometry is cut to the box: must not be cached
};
enum GeometryRow : int { GeometryCtid, GeometryXmin, GeometryFile, GeometryBytes };

/// \throws Error{Source} naming the layer when a field or the key does not exist
[[nodiscard]] Fetch make_fetch(LayerSettings const& layer, TableFacts const& facts,
                               Query const& query);

/// The same in two steps; nullopt if it must be read at once: the transfer is for this box only, or
/// we must evaluate a part of the filter that uses shapes.
[[nodiscard]] std::optional<VersionedFetch>
make_versioned_fetch(LayerSettings const& layer, TableFacts const& facts, Query const& query);

/// \param known_file the file that is not sent again; 0: none
[[nodiscard]] Statement versions_of(VersionedFetch const& fetch, std::int64_t known_file);

/// \param places PostgreSQL's array of ctids, as text
[[nodiscard]] Statement geometries_of(VersionedFetch const& fetch, std::int64_t known_file,
                                      std::string places);

/// SELECT count(...) of the rows with a geometry that match a query; nullopt if we must evaluate a
/// part of its filter.
/// \throws as make_fetch()
[[nodiscard]] std::optional<Statement> count_statement(LayerSettings const& layer,
                                                       TableFacts const& facts, Query const& query);

/// Whether the table has every column that the query names. False may mean that it was altered.
[[nodiscard]] bool has_columns(TableFacts const& facts, Query const& query);

/// SELECT `columns` FROM the layer's source WHERE `condition`, for queries about the source. Tokens
/// are replaced with an empty box.
[[nodiscard]] Statement question_statement(LayerSettings const& layer, std::string_view columns,
                                           std::string_view condition);

/// The statement, its parameters and the decisions behind it, as lines for people.
[[nodiscard]] std::string print(Fetch const& fetch);

} // namespace ms::source::postgis
