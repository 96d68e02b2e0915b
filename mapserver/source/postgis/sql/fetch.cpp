// SPDX-License-Identifier: MIT
#include "source/postgis/sql/fetch.hpp"

#include "base/string.hpp"
#include "source/postgis/sql/compare.hpp"
#include "source/postgis/sql/geometry_sql.hpp"
#include "source/postgis/sql/pushdown.hpp"
#include "source/postgis/sql/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace ms::source::postgis {

namespace {

/// If the visible part is unknown, !BOX! is the whole of the web's world map, or all degrees.
geometry::Box whole_world(int srid)
{
    constexpr double half_equator = 20037508.342789244;
    return srid == 4326 ? geometry::Box{-180, -90, 180, 90}
                        : geometry::Box{-half_equator, -half_equator, half_equator, half_equator};
}

std::string envelope(geometry::Box const& box, int srid, Statement& statement)
{
    auto const bind = [&](double value) { return statement.bind(format_double(value)); };
    auto const min_x = bind(box.min_x);
    auto const min_y = bind(box.min_y);
    auto const max_x = bind(box.max_x);
    auto const max_y = bind(box.max_y);
    return fmt::format("ST_MakeEnvelope({},{},{},{},{})", min_x, min_y, max_x, max_y,
                       std::max(srid, 0));
}

bool is_integer(std::string_view text)
{
    std::int64_t value = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc{} && end == text.data() + text.size();
}

/// Conditions that are always true and mention each of the BINDVALS that `sql` does not: the server
/// rejects a parameter whose type it cannot infer.
std::vector<std::string> mentions_of_unused(LayerSettings const& layer, std::string_view sql)
{
    std::vector<std::string> mentions;
    for (std::size_t number = 1; number <= layer.bind_values.size(); ++number) {
        if (!mentions_parameter(sql, number)) {
            mentions.push_back(fmt::format("${}::text IS NOT NULL", number));
        }
    }
    return mentions;
}

/// Builds one statement; its members are shared by several parts of it.
class Builder {
public:
    Builder(LayerSettings const& layer, TableFacts const& facts, Query const& query)
        : m_layer(layer), m_facts(facts), m_query(query),
          m_geometry(facts, m_fetch.transfer, query.pixel_size, layer.force_2d || !query.with_z)
    {
        m_fetch.statement.parameters = layer.bind_values;
        m_fetch.transfer = choose_transfer(layer.encoding, query, facts);
        m_fetch.with_ids = query.with_ids && !facts.key.empty();
    }

    Fetch build()
    {
        auto const [from, where] = rows();
        m_fetch.statement.sql = "SELECT " + columns() + " FROM " + from + where + order() + limit();
        return std::move(m_fetch);
    }

    std::optional<VersionedFetch> build_versioned()
    {
        auto const [from, where] = rows();
        if (m_fetch.transfer.level == 0 || !m_query.box || m_fetch.rest.uses_shape()) {
            return std::nullopt;
        }
        auto const file = table_file();
        auto const is_cut =
            m_fetch.transfer.clip_large ? ',' + m_geometry.is_cut(m_box) : std::string{};
        m_fetch.statement.sql = "SELECT " + version(file) + is_cut + attributes() + " FROM " +
                                from + where + order() + limit();
        auto key = key_of_geometries();
        VersionedFetch fetch{m_fetch, std::move(key), {}};
        m_fetch.statement = {};
        if (m_fetch.transfer.clip_large) {
            m_box = envelope(*m_query.box, m_facts.srid, m_fetch.statement);
        }
        auto const file_now = table_file();
        auto const geometry = encoded_geometry();
        m_fetch.statement.sql =
            fmt::format("SELECT {},{} FROM {} WHERE ctid = ANY(${}::tid[])", version(file_now),
                        geometry, from, m_fetch.statement.parameters.size() + 2);
        fetch.geometries = std::move(m_fetch.statement);
        return fetch;
    }

    std::optional<Statement> build_count()
    {
        auto const [from, where] = rows();
        if (!m_fetch.rest.is_always_true()) {
            return std::nullopt;
        }
        m_fetch.statement.sql =
            "SELECT count(" +
            (m_query.null_geometry == NullGeometry::Returned ? "*"
                                                             : quote_identifier(m_facts.geometry)) +
            ") FROM " + from + where;
        return std::move(m_fetch.statement);
    }

private:
    struct Rows {
        std::string from, where;
    };

    Rows rows()
    {
        auto const has_box_token = uses_box(m_layer.data.source);
        if (m_query.box || has_box_token) {
            m_box = envelope(m_query.box.value_or(whole_world(m_facts.srid)), m_facts.srid,
                             m_fetch.statement);
        }
        auto from = substitute_tokens(m_layer.data.source,
                                      {m_box, m_query.pixel_size, m_query.scale_denominator},
                                      m_fetch.statement);
        // As in MapServer: who writes !BOX! has restricted the rows already.
        auto where = conditions(from, m_query.box && !has_box_token);
        return {std::move(from), std::move(where)};
    }

    std::string columns() { return encoded_geometry() + attributes(); }

    std::string encoded_geometry() { return m_geometry.encoded(m_box, m_fetch.statement); }

    std::string attributes() const
    {
        std::string list;
        for (auto const& field : m_fetch.fields) {
            list += "," + column(field) + "::text" + label();
        }
        if (m_fetch.with_ids) {
            list += "," + quote_identifier(key()) + "::text" + label();
        }
        return list;
    }

    /// "If an ORDER BY expression is a simple name that matches both an output column name and an
    /// input column name, ORDER BY will interpret it as the output column name"
    /// (https://www.postgresql.org/docs/15/sql-select.html), which is a text: 10 before 9.
    std::string label() const
    {
        bool const is_ordered = !m_query.order.empty() || m_query.is_page;
        return is_ordered ? " AS \"mapserver output\"" : "";
    }

    std::string column(std::string const& name) const
    {
        auto const index = m_facts.schema.find(name);
        if (!index) {
            throw m_layer.ref.error(ErrorKind::Source, "column \"" + name + "\" does not exist",
                                    "the database refused the query: a column is missing");
        }
        return quote_identifier(m_facts.schema.fields[*index].name);
    }

    std::string const& key() const
    {
        if (m_facts.key.empty()) {
            throw m_layer.ref.error(ErrorKind::Source,
                                    "no primary key was found; add \"using unique\" to DATA");
        }
        return m_facts.key;
    }

    /// Makes a row's place and writer unique: a rewritten table (VACUUM FULL, TRUNCATE) has another
    /// file, a replaced column another number, and a server restored from a copy another start
    /// time. 32, 11 and 21 bits, of which the number is not 0. Rows of child tables and relations
    /// other than tables have 0. Reads a single catalogue: planning a join of two took as long as
    /// the rest of a small map.
    std::string table_file()
    {
        auto const table = m_fetch.statement.bind(m_layer.data.source);
        auto const column = m_fetch.statement.bind(m_facts.geometry);
        return fmt::format(
            "CASE WHEN tableoid = (SELECT pg_catalog.to_regclass({0})) THEN coalesce("
            "(SELECT (pg_catalog.pg_relation_filenode(attrelid)::int8 << 32) | (attnum::int8 << 21)"
            " | (extract(epoch FROM pg_catalog.pg_postmaster_start_time())::int8 & 2097151)"
            " FROM pg_catalog.pg_attribute"
            " WHERE attrelid = pg_catalog.to_regclass({0}) AND attname = {1}),0) ELSE 0 END",
            table, column);
    }

    /// A known file is not sent with each row, which saves 8 bytes of 37. It is the first parameter
    /// after the bound ones.
    std::string version(std::string const& file) const
    {
        return fmt::format("ctid,xmin,NULLIF({},${}::int8)", file,
                           m_fetch.statement.parameters.size() + 1);
    }

    std::string key_of_geometries() const
    {
        auto const& transfer = m_fetch.transfer;
        return fmt::format("{}\n{}\n{}\n{}\n{}", m_layer.connection, m_layer.data.source,
                           m_facts.geometry, transfer.level, transfer.tolerance);
    }

    /// PostgreSQL checks conditions of the same cost in the order in which they are written, where
    /// no index answers them: that of the box comes last, as it reads more of a row than others.
    std::string conditions(std::string_view from, bool with_box)
    {
        auto all = mentions_of_unused(m_layer, std::string{from} + ' ' + m_layer.native_filter);
        if (m_query.null_geometry == NullGeometry::Excluded) {
            all.push_back(quote_identifier(m_facts.geometry) + " IS NOT NULL");
        }
        if (m_query.id) {
            all.push_back(id_condition(*m_query.id));
        }
        auto pushed = push_down(m_query.filter, m_facts, m_fetch.statement);
        if (!pushed.sql.empty()) {
            all.push_back("(" + pushed.sql + ")");
        }
        if (!m_layer.native_filter.empty()) {
            all.push_back("(" + m_layer.native_filter + ")");
        }
        if (with_box) {
            all.push_back(box_condition());
        }
        m_fetch.rest = std::move(pushed.rest);
        add_fields();
        return all.empty() ? "" : fmt::format(" WHERE {}", fmt::join(all, " AND "));
    }

    /// Numbers are compared as such, so that one too large for the column finds nothing; values of
    /// other types by the texts they print as, which ids are.
    std::string id_condition(std::string const& id)
    {
        auto const column = quote_identifier(key());
        auto const index = m_facts.schema.find(key());
        if (!index) { // a system column
            return fmt::format("{}::text = {}::text", column, m_fetch.statement.bind(id));
        }
        auto const type = m_facts.schema.fields[*index].type;
        if (type == feature::FieldType::Integer || type == feature::FieldType::Long) {
            return is_integer(id) ? fmt::format("{} = {}::int8", column, m_fetch.statement.bind(id))
                                  : "false";
        }
        return compare_text({column, m_facts.types[*index]}, expr::Operator::Equal, {.value = id},
                            m_fetch.statement)
            .value_or("false");
    }

    std::string box_condition() const
    {
        if (!m_facts.is_geography) {
            return quote_identifier(m_facts.geometry) + " && " + m_box;
        }
        auto const exact = m_geometry.column() + " && " + m_box;
        // The index of a geography contains boxes around segments on the sphere, whose edges are
        // great circles. Edges of at most a degree, moved outwards by a tenth, enclose the flat
        // box.
        constexpr double widest = 90;
        if (!m_query.box || m_query.box->width() > widest || m_query.box->height() > widest) {
            return exact;
        }
        return fmt::format("{} AND {} && ST_Segmentize(ST_Expand({},0.1),1.0)::geography", exact,
                           quote_identifier(m_facts.geometry), m_box);
    }

    void add_fields()
    {
        m_fetch.fields = m_query.fields;
        for (auto const& name : m_fetch.rest.attributes()) {
            if (std::ranges::find(m_fetch.fields, name) == m_fetch.fields.end()) {
                m_fetch.fields.push_back(name);
            }
        }
    }

    /// A column, or its text if its values have no order.
    std::string sortable(std::string const& name) const
    {
        auto const index = m_facts.schema.find(name);
        bool const is_text = index && !has_order(m_facts.types[*index]);
        return column(name) + (is_text ? "::text" : "");
    }

    std::string order() const
    {
        std::string text;
        for (auto const& [field, is_descending] : m_query.order) {
            text += (text.empty() ? " ORDER BY " : ",") + sortable(field) +
                    (is_descending ? " DESC" : "");
        }
        if (m_query.is_page && !m_facts.key.empty()) { // tables have no inherent order
            text += (text.empty() ? " ORDER BY " : ",") + quote_identifier(m_facts.key);
        }
        return text;
    }

    std::string limit()
    {
        if (!m_fetch.rest.is_always_true()) {
            m_fetch.max_features = m_query.max_features;
            m_fetch.offset = m_query.offset;
            return "";
        }
        auto text = m_query.max_features < 0 ? std::string{}
                                             : fmt::format(" LIMIT {}", m_query.max_features);
        return m_query.offset > 0 ? text + fmt::format(" OFFSET {}", m_query.offset) : text;
    }

    LayerSettings const& m_layer;
    TableFacts const& m_facts;
    Query const& m_query;
    Fetch m_fetch;
    GeometrySql m_geometry;
    std::string m_box;
};

std::string_view name_of(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Hex:
        return "HEX";
    case Encoding::Snapped:
        return "WKB, moved onto the grid here";
    case Encoding::Twkb:
        return "TWKB";
    case Encoding::Wkb:
        break;
    }
    return "WKB";
}

} // namespace

Fetch make_fetch(LayerSettings const& layer, TableFacts const& facts, Query const& query)
{
    return Builder{layer, facts, query}.build();
}

std::optional<VersionedFetch> make_versioned_fetch(LayerSettings const& layer,
                                                   TableFacts const& facts, Query const& query)
{
    return Builder{layer, facts, query}.build_versioned();
}

int VersionedFetch::first_field() const noexcept
{
    return rows.transfer.clip_large ? VersionColumn::IsCut + 1 : VersionColumn::IsCut;
}

Statement versions_of(VersionedFetch const& fetch, std::int64_t known_file)
{
    auto statement = fetch.rows.statement;
    (void)statement.bind(std::to_string(known_file));
    return statement;
}

Statement geometries_of(VersionedFetch const& fetch, std::int64_t known_file, std::string places)
{
    auto statement = fetch.geometries;
    (void)statement.bind(std::to_string(known_file));
    (void)statement.bind(std::move(places));
    return statement;
}

std::optional<Statement> count_statement(LayerSettings const& layer, TableFacts const& facts,
                                         Query const& query)
{
    return Builder{layer, facts, query}.build_count();
}

bool has_columns(TableFacts const& facts, Query const& query)
{
    auto const is_known = [&](std::string const& name) {
        return facts.schema.find(name).has_value();
    };
    return std::ranges::all_of(query.fields, is_known) &&
           std::ranges::all_of(query.order, is_known, &Order::field) &&
           std::ranges::all_of(query.filter.attributes(), is_known);
}

Statement question_statement(LayerSettings const& layer, std::string_view columns,
                             std::string_view condition)
{
    Statement statement;
    statement.parameters = layer.bind_values;
    auto const srid = layer.data.srid.value_or(0);
    auto const box =
        uses_box(layer.data.source) ? envelope({0, 0, 0, 0}, srid, statement) : std::string{};
    auto const from = substitute_tokens(layer.data.source, {box, 0, 0}, statement);
    auto conditions = mentions_of_unused(layer, from);
    conditions.emplace_back(condition);
    statement.sql =
        fmt::format("SELECT {} FROM {} WHERE {}", columns, from, fmt::join(conditions, " AND "));
    return statement;
}

std::string print(Fetch const& fetch)
{
    auto text = fmt::format("sql: {}\n", fetch.statement.sql);
    for (std::size_t i = 0; i < fetch.statement.parameters.size(); ++i) {
        text += fmt::format("  ${} = {}\n", i + 1, fetch.statement.parameters[i]);
    }
    auto const& transfer = fetch.transfer;
    text += fmt::format("geometry: {} ({})\n", name_of(transfer.encoding), transfer.why);
    if (transfer.encoding == Encoding::Twkb || transfer.encoding == Encoding::Snapped) {
        text += fmt::format("  grid {}, tolerance {}\n", transfer.grid,
                            transfer.reduce ? transfer.tolerance : 0.0);
    }
    if (!fetch.rest.is_always_true()) {
        text += fmt::format("filtered here: a condition on {}\n",
                            fmt::join(fetch.rest.attributes(), ", "));
    }
    return text;
}

} // namespace ms::source::postgis
