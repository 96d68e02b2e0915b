// SPDX-License-Identifier: MIT
#include "source/postgis/rows/learn.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <map>
#include <vector>

namespace ms::source::postgis {

namespace {

// One row per column of a table. avg_width is the average size of PostGIS's geometries in memory;
// ST_EstimatedExtent reads the index or the statistics, which only tables have, and fails for names
// with quotes.
constexpr std::string_view catalogue_sql = R"(
WITH t AS (
  SELECT c.oid, c.relname, c.relkind, n.nspname, c.reltoastrelid, c.relhassubclass,
         CASE WHEN c.relkind IN ('r','m','p') THEN c.reltuples ELSE -1 END AS rows
    FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.oid = {}),
k AS (
  SELECT i.indkey[0] AS attnum
    FROM t JOIN pg_catalog.pg_index i ON i.indrelid = t.oid
    JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
   WHERE i.indisunique AND i.indisvalid AND i.indnkeyatts = 1 AND i.indpred IS NULL AND i.indexprs IS NULL
     AND a.attnotnull
   ORDER BY i.indisprimary DESC, i.indexrelid LIMIT 1)
SELECT a.attname, y.typname, a.atttypmod, a.attnum, (SELECT attnum FROM k), t.rows,
       (SELECT s.avg_width FROM pg_catalog.pg_stats s
         WHERE y.typname = 'geometry' AND s.schemaname = t.nspname AND s.tablename = t.relname
           AND s.attname = a.attname ORDER BY s.inherited DESC LIMIT 1),
       CASE WHEN y.typname = 'geometry' AND t.relkind IN ('r','m','p')
                 AND strpos(t.nspname || t.relname || a.attname, '"') = 0
            THEN ST_EstimatedExtent(t.nspname::text, t.relname::text, a.attname::text)::text END,
       pg_catalog.pg_relation_size(t.reltoastrelid) > 65536,
       t.relkind IN ('r','m') AND NOT t.relhassubclass AND pg_catalog.has_table_privilege(t.oid, 'SELECT'),
       CASE WHEN t.relkind IN ('r','m') AND NOT t.relhassubclass THEN pg_catalog.pg_table_size(t.oid) END,
       COALESCE(pg_catalog.inet_client_addr() <<= '127.0.0.0/8' OR pg_catalog.inet_client_addr() = '::1', true)
  FROM t JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid
  JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
 WHERE a.attnum > 0 AND NOT a.attisdropped
 ORDER BY a.attnum)";

// Through regclass: the text that is executed later is the name of an existing table, whoever wrote
// the row, and a dropped table has no privileges. A level shows what its base showed when it was
// made: row security, and privileges that were revoked since, count here too.
constexpr std::string_view levels_sql =
    "SELECT detail::pg_catalog.regclass::text, pixel_size"
    " FROM mapserver_lod JOIN pg_catalog.pg_class c ON c.oid = base"
    " WHERE base = pg_catalog.to_regclass($1) AND geometry_column = $2 AND NOT c.relrowsecurity"
    " AND pg_catalog.has_table_privilege(base, 'SELECT')"
    " AND pg_catalog.has_table_privilege(detail, 'SELECT') ORDER BY pixel_size DESC";

enum CatalogueColumn : int {
    Name,
    Type,
    Modifier,
    Number,
    KeyNumber,
    Rows,
    Width,
    Extent,
    HasLargeRows,
    HasRowVersions,
    Bytes,
    IsClientNear
};

struct Answer {
    PgResult result;

    [[nodiscard]] int rows() const { return PQntuples(result.get()); }
    [[nodiscard]] bool is_null(int row, int column) const
    {
        return PQgetisnull(result.get(), row, column) != 0;
    }
    [[nodiscard]] std::string text(int row, int column) const
    {
        return PQgetvalue(result.get(), row, column);
    }
    [[nodiscard]] double number(int row, int column, double otherwise) const
    {
        return is_null(row, column) ? otherwise
                                    : parse_double(text(row, column)).value_or(otherwise);
    }
    [[nodiscard]] int integer(int row, int column) const
    {
        return parse_int(text(row, column)).value_or(0);
    }
};

/// A column of the layer's source, and the table's column it shows, if it does.
struct SourceColumn {
    Column column;
    Oid table = InvalidOid;
    int number = 0;
};

/// "BOX(1 2,3 4)". Not by scanf(): a script's program may have set a locale with decimal commas.
std::optional<geometry::Box> parse_box(std::string_view text)
{
    constexpr std::string_view begin = "BOX(";
    if (!text.starts_with(begin) || !text.ends_with(')')) {
        return std::nullopt;
    }
    text.remove_prefix(begin.size());
    text.remove_suffix(1);
    auto const numbers = replace_all(text, ",", " ");
    std::vector<double> sides;
    for (auto const word : split_words(numbers)) {
        if (auto const side = parse_double(word)) {
            sides.push_back(*side);
        }
    }
    return sides.size() == 4 ? std::optional{geometry::Box{sides[0], sides[1], sides[2], sides[3]}}
                             : std::nullopt;
}

/// A geometry in memory: 8 bytes of header, usually a box of 16, 8 for type and count, 16 per
/// vertex.
double vertices_of(double bytes)
{
    return bytes <= 0 ? -1 : std::max(1.0, (bytes - 32) / 16);
}

class Learner {
public:
    Learner(LayerSettings const& layer, Connection& connection, Deadline const& deadline)
        : m_layer(layer), m_connection(connection), m_deadline(deadline)
    {}

    TableFacts learn()
    {
        m_layer.data.is_table() ? learn_table() : learn_subselect();
        if (!m_layer.data.key.empty()) {
            m_facts.key = m_layer.data.key;
        }
        if (auto const key = m_facts.schema.find(m_facts.key); key && !m_facts.key.empty()) {
            m_facts.schema.fields[*key].is_key = true;
        }
        m_facts.srid = m_layer.data.srid.value_or(m_facts.srid);
        if (m_facts.srid == 0 && !m_layer.data.srid) {
            ask_rows_for_srid();
        }
        m_facts.thinned_for = m_layer.thinned_for;
        if (m_layer.use_levels && m_layer.data.is_table()) {
            learn_levels();
        }
        return std::move(m_facts);
    }

private:
    Answer run(Statement const& statement) { return {m_connection.run(statement, m_deadline)}; }

    /// In PostgreSQL's own form.
    static DatabaseFailure missing(std::string sqlstate, std::string message)
    {
        return DatabaseFailure{{FailureKind::Stale, std::move(sqlstate), std::move(message)}};
    }

    void learn_table()
    {
        Statement statement;
        auto const name = statement.bind(m_layer.data.source);
        statement.sql = fmt::format(catalogue_sql, "pg_catalog.to_regclass(" + name + ")");
        auto const answer = run(statement);
        if (answer.rows() == 0) {
            throw missing("42P01", "relation \"" + m_layer.data.source + "\" does not exist");
        }
        std::vector<SourceColumn> columns;
        for (int row = 0; row < answer.rows(); ++row) {
            columns.push_back(
                {{answer.text(row, Name), answer.text(row, Type), answer.integer(row, Modifier)},
                 InvalidOid,
                 answer.integer(row, Number)});
        }
        auto const& geometry = take_columns(columns);
        take_statistics(answer, geometry.number);
        m_facts.has_row_versions = answer.text(0, HasRowVersions) == "t";
    }

    void learn_subselect()
    {
        auto const columns = describe();
        auto const& geometry = take_columns(columns);
        if (geometry.table == InvalidOid) {
            return; // computed: it has no statistics
        }
        Statement statement;
        auto const oid = statement.bind(std::to_string(geometry.table));
        statement.sql = fmt::format(catalogue_sql, oid + "::oid");
        take_statistics(run(statement), geometry.number);
        m_facts.key.clear(); // a join may repeat the table's key
    }

    std::vector<SourceColumn> describe()
    {
        auto const answer = run(question_statement(m_layer, "*", "true LIMIT 0"));
        auto const* const result = answer.result.get();
        std::map<Oid, std::string> type_names;
        for (int i = 0; i < PQnfields(result); ++i) {
            type_names.emplace(PQftype(result, i), "");
        }
        name_types(type_names);
        std::vector<SourceColumn> columns;
        for (int i = 0; i < PQnfields(result); ++i) {
            columns.push_back(
                {{PQfname(result, i), type_names[PQftype(result, i)], PQfmod(result, i)},
                 PQftable(result, i),
                 PQftablecol(result, i)});
        }
        return columns;
    }

    void name_types(std::map<Oid, std::string>& type_names)
    {
        std::string oids = "{";
        for (auto const& [oid, name] : type_names) {
            oids += (oids.size() > 1 ? "," : "") + std::to_string(oid);
        }
        auto const answer =
            run({"SELECT oid, typname FROM pg_catalog.pg_type WHERE oid = ANY($1::oid[])",
                 {oids + "}"}});
        for (int row = 0; row < answer.rows(); ++row) {
            type_names[static_cast<Oid>(answer.number(row, 0, 0))] = answer.text(row, 1);
        }
    }

    /// Fills the schema; the geometry may be written in another case when that is not ambiguous.
    SourceColumn const& take_columns(std::vector<SourceColumn> const& columns)
    {
        feature::Schema all;
        for (auto const& source : columns) {
            all.fields.push_back(field_of(source.column));
        }
        auto const index = all.find(m_layer.data.geometry);
        if (!index) {
            throw missing("42703", "column \"" + m_layer.data.geometry + "\" does not exist");
        }
        auto const& geometry = columns[*index];
        if (!is_spatial(geometry.column.type)) {
            throw missing("42804", "column \"" + m_layer.data.geometry +
                                       "\" is neither geometry nor geography");
        }
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i != *index) {
                m_facts.schema.fields.push_back(all.fields[i]);
                m_facts.types.push_back(columns[i].column.type);
            }
        }
        take_geometry(geometry.column);
        return geometry;
    }

    void take_geometry(Column const& column)
    {
        auto const modifier = spatial_modifier(column.modifier);
        m_facts.declared_srid = modifier.srid;
        m_facts.geometry = column.name;
        m_facts.is_geography = column.type == "geography";
        m_facts.srid = modifier.srid == 0 && m_facts.is_geography ? 4326 : modifier.srid;
        m_facts.shape = modifier.shape;
        m_facts.flat = modifier.flat;
    }

    void take_statistics(Answer const& answer, int geometry_number)
    {
        for (int row = 0; row < answer.rows(); ++row) {
            if (!answer.is_null(row, KeyNumber) &&
                answer.integer(row, Number) == answer.integer(row, KeyNumber)) {
                m_facts.key = answer.text(row, Name);
            }
            if (answer.integer(row, Number) == geometry_number) {
                m_facts.rows = answer.number(row, Rows, -1);
                m_facts.vertices_per_row = vertices_of(answer.number(row, Width, -1));
                m_facts.bytes = answer.number(row, Bytes, -1);
                m_facts.may_have_large_rows = answer.text(row, HasLargeRows) == "t";
                m_facts.extent = parse_box(answer.text(row, Extent));
                // Ours, and that of a pooler between us and the server.
                m_facts.is_near = m_connection.is_near() && answer.text(row, IsClientNear) == "t";
            }
        }
    }

    /// MapServer reads geometry_columns here, which by now contains only the column's type.
    void ask_rows_for_srid()
    {
        auto const column = quote_identifier(m_facts.geometry);
        auto const statement =
            question_statement(m_layer, "ST_SRID(" + column + ")", column + " IS NOT NULL LIMIT 1");
        auto const answer = run(statement);
        if (answer.rows() > 0) {
            m_facts.srid = answer.integer(0, 0);
        }
    }

    void learn_levels()
    {
        Statement statement{std::string{levels_sql}, {}};
        (void)statement.bind(m_layer.data.source);
        (void)statement.bind(m_facts.geometry);
        try {
            auto const answer = run(statement);
            for (int row = 0; row < answer.rows(); ++row) {
                m_facts.levels.push_back({answer.number(row, 1, 0), answer.text(row, 0)});
            }
        } catch (DatabaseFailure const& error) {
            if (error.failure.sqlstate != "42P01") { // scripts/mapserver_lod.sql was never run
                throw;
            }
        }
    }

    LayerSettings const& m_layer;
    Connection& m_connection;
    Deadline const& m_deadline;
    TableFacts m_facts;
};

} // namespace

TableFacts learn(LayerSettings const& layer, Connection& connection, Deadline const& deadline)
{
    return Learner{layer, connection, deadline}.learn();
}

std::optional<geometry::Box> read_extent(LayerSettings const& layer, TableFacts const& facts,
                                         Connection& connection, Deadline const& deadline)
{
    auto const column =
        fmt::format("ST_Extent({}::geometry)::text", quote_identifier(facts.geometry));
    Answer const answer{connection.run(question_statement(layer, column, "true"), deadline)};
    return answer.rows() == 0 ? std::nullopt : parse_box(answer.text(0, 0));
}

std::int64_t count_rows(LayerSettings const& layer, Connection& connection,
                        Deadline const& deadline)
{
    return requested_count(question_statement(layer, "count(*)", "true"), connection, deadline);
}

std::int64_t requested_count(Statement const& statement, Connection& connection,
                             Deadline const& deadline)
{
    Answer const answer{connection.run(statement, deadline)};
    return static_cast<std::int64_t>(answer.number(0, 0, 0));
}

} // namespace ms::source::postgis
