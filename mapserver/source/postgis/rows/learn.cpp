// SPDX-License-Identifier: MIT
#include "source/postgis/rows/learn.hpp"

#include "base/string.hpp"
#include "source/postgis/rows/extent.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <libpq-fe.h>
#include <map>
#include <vector>

namespace ms::source::postgis {

namespace {

// One row per column of a table; statistics are those of its members: itself, its partitions or
// heirs, which are analysed even if the table as a whole never is. The type of a domain is the one
// below it, as in the answers of statements. avg_width is the average size of
// PostGIS's geometries in memory. ST_EstimatedExtent reads the first GiST index or the statistics,
// which only tables have. It fails for the index of a partitioned table and for names with quotes,
// and takes the rows of a partial index for all.
constexpr std::string_view catalogue_sql = R"(
WITH RECURSIVE t AS (
  SELECT c.oid, c.relkind, c.relhassubclass FROM pg_catalog.pg_class c WHERE c.oid = {}),
u AS (
  SELECT oid FROM t
  UNION SELECT i.inhrelid FROM u JOIN pg_catalog.pg_inherits i ON i.inhparent = u.oid),
m AS (
  SELECT c.oid, c.relname, n.nspname, c.relkind, c.reltoastrelid,
         CASE WHEN c.relkind IN ('r','m') THEN c.reltuples ELSE -1 END AS rows
    FROM u JOIN pg_catalog.pg_class c ON c.oid = u.oid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind <> 'p'),
k AS (
  SELECT i.indkey[0] AS attnum
    FROM t JOIN pg_catalog.pg_index i ON i.indrelid = t.oid
    JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
   WHERE i.indisunique AND i.indisvalid AND i.indnkeyatts = 1 AND i.indpred IS NULL AND i.indexprs IS NULL
     AND a.attnotnull
   ORDER BY i.indisprimary DESC, i.indexrelid LIMIT 1)
SELECT a.attname, y.typname, y.modifier, a.attnum, (SELECT attnum FROM k),
       (SELECT CASE WHEN min(rows) < 0 THEN -1 ELSE sum(rows) END FROM m),
       CASE WHEN y.typname = 'geometry' THEN
         (SELECT avg(s.avg_width) FROM m JOIN pg_catalog.pg_stats s ON s.schemaname = m.nspname AND s.tablename = m.relname
           WHERE s.attname = a.attname AND NOT s.inherited) END,
       CASE WHEN y.typname = 'geometry' THEN
         (SELECT CASE WHEN bool_and(e.box IS NOT NULL OR e.rows = 0) THEN ST_Extent(e.box::geometry)::text END
            FROM (SELECT m.rows,
                         CASE WHEN m.relkind IN ('r','m') AND strpos(m.nspname || m.relname || a.attname, '"') = 0 AND
                                   (SELECT i.indpred FROM pg_catalog.pg_index i
                                      JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
                                      JOIN pg_catalog.pg_am w ON w.oid = x.relam AND w.amname = 'gist'
                                      JOIN pg_catalog.pg_attribute b ON b.attrelid = x.oid AND b.attname = a.attname
                                     WHERE i.indrelid = m.oid ORDER BY x.oid LIMIT 1) IS NULL
                              THEN ST_EstimatedExtent(m.nspname::text, m.relname::text, a.attname::text) END AS box
                    FROM m) AS e) END,
       (SELECT bool_or(pg_catalog.pg_relation_size(m.reltoastrelid) > 65536) FROM m),
       t.relkind IN ('r','m') AND NOT t.relhassubclass AND pg_catalog.has_table_privilege(t.oid, 'SELECT'),
       CASE WHEN t.relkind IN ('r','m') AND NOT t.relhassubclass THEN pg_catalog.pg_table_size(t.oid) END,
       COALESCE(pg_catalog.inet_client_addr() <<= '127.0.0.0/8' OR pg_catalog.inet_client_addr() = '::1', true)
  FROM t JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid
  CROSS JOIN LATERAL (
    WITH RECURSIVE d AS (
      SELECT typname, typtype, typbasetype, CASE WHEN typtype = 'd' THEN typtypmod ELSE a.atttypmod END AS modifier
        FROM pg_catalog.pg_type WHERE oid = a.atttypid
      UNION ALL
      SELECT b.typname, b.typtype, b.typbasetype, CASE WHEN b.typtype = 'd' THEN b.typtypmod ELSE d.modifier END
        FROM d JOIN pg_catalog.pg_type b ON b.oid = d.typbasetype)
    SELECT typname, modifier FROM d WHERE typtype <> 'd') AS y
 WHERE a.attnum > 0 AND NOT a.attisdropped
 ORDER BY a.attnum)";

// Through regclass: the text that is executed later is the name of an existing table, whoever wrote
// the row, and a dropped table has no privileges. A level shows what its base showed when it was
// made: row security, views that read with the rights of their reader, and privileges that were
// revoked since, count here too.
constexpr std::string_view levels_sql = R"(
WITH RECURSIVE below AS (
  SELECT pg_catalog.to_regclass($1)::oid AS oid
  UNION
  SELECT d.refobjid FROM below
    JOIN pg_catalog.pg_class c ON c.oid = below.oid AND c.relkind = 'v'
    JOIN pg_catalog.pg_rewrite r ON r.ev_class = c.oid
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = r.oid
     AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass)
SELECT detail::pg_catalog.regclass::text, pixel_size
  FROM mapserver_lod
 WHERE base = pg_catalog.to_regclass($1) AND geometry_column = $2
   AND NOT EXISTS (
         SELECT FROM below JOIN pg_catalog.pg_class c USING (oid)
          WHERE c.relrowsecurity OR (c.relkind = 'v' AND EXISTS (
                  SELECT FROM pg_catalog.pg_options_to_table(c.reloptions)
                   WHERE option_name = 'security_invoker' AND option_value::boolean)))
   AND pg_catalog.has_table_privilege(base, 'SELECT') AND pg_catalog.has_table_privilege(detail, 'SELECT')
 ORDER BY pixel_size DESC)";

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
        take_key();
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

    /// The key, too, may be written in another case: a mapfile's GID is the table's gid.
    void take_key()
    {
        if (!m_layer.data.key.empty()) {
            m_facts.key = m_layer.data.key;
        }
        if (auto const index = m_facts.schema.find(m_facts.key); index && !m_facts.key.empty()) {
            auto& field = m_facts.schema.fields[*index];
            field.is_key = true;
            m_facts.key = field.name;
        }
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
