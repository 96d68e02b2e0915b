// SPDX-License-Identifier: MIT
#include "source/join_table.hpp"

#include "base/read_file.hpp"
#include "base/string.hpp"
#include "base/to_utf8.hpp"
#include "source/shapefile/dbf.hpp"
#include "source/shapefile/encoding.hpp"
#include "source/shapefile/error_context.hpp"
#include "source/shapefile/file.hpp"

#include <algorithm>
#include <array>

namespace ms::source {

namespace {

using shapefile::ErrorContext;
using shapefile::File;
using Values = std::vector<std::string>;

bool is_csv(mapfile::Join const& join)
{
    return equals_ignoring_case(join.connection_type, "CSV");
}

/// Collects the rows of a table; heeds the deadline and the memory of the request.
class ValueRows {
public:
    ValueRows(Services const& services, ErrorContext const& context)
        : m_services(services), m_context(context)
    {}

    void add(Values row)
    {
        constexpr std::size_t rows_between_checks = 256;
        m_bytes += sizeof(Values) + row.size() * sizeof(std::string);
        for (auto const& value : row) {
            m_bytes += value.size();
        }
        if (m_bytes > m_services.max_kept_bytes) {
            throw m_context.error(ErrorKind::Limit, "the TABLE of a JOIN needs too much memory");
        }
        m_rows.push_back(std::move(row));
        if (m_rows.size() % rows_between_checks == 0) {
            m_services.deadline.check();
        }
    }
    [[nodiscard]] std::vector<Values> take() { return std::move(m_rows); }

private:
    Services const& m_services;
    ErrorContext const& m_context;
    std::vector<Values> m_rows;
    std::size_t m_bytes = 0;
};

File open_table(mapfile::Map const& map, mapfile::Join const& join, ErrorContext const& context)
{
    auto const& directory = map.origin.directory;
    // operator/ drops the folder before an absolute path.
    for (auto const& folder : {directory / map.shape_path, directory}) {
        if (auto file = File::open(folder / join.table)) {
            return *std::move(file);
        }
    }
    throw context.error(ErrorKind::Source, "JOIN \"" + join.name + "\": the file of its TABLE, \"" +
                                               join.table + "\", cannot be read");
}

/// That of the .cpg beside the table, else of the layer.
ToUtf8 converter(mapfile::Map const& map, mapfile::Layer const& layer, mapfile::Join const& join)
{
    constexpr std::uintmax_t longest_name = 64;
    auto encoding = layer.encoding;
    for (auto const& folder : {map.origin.directory / map.shape_path, map.origin.directory}) {
        try {
            auto const bytes =
                read_file((folder / join.table).replace_extension(".cpg"), longest_name);
            std::string const text{bytes.begin(), bytes.end()};
            encoding = shapefile::encoding_of_cpg(text).value_or(encoding);
            break;
        } catch (Error const&) { // most tables have none
            continue;
        }
    }
    auto found = encoding.empty() ? std::nullopt : ToUtf8::from(encoding);
    return found ? *std::move(found) : ToUtf8{};
}

/// \returns the names of the columns
Values read_dbase(File const& file, ToUtf8& to_utf8, ValueRows& rows, ErrorContext const& context)
{
    constexpr std::size_t ahead = std::size_t{64} << 10U;
    std::vector<std::byte> head(
        std::min<std::uint64_t>(file.size(), shapefile::max_dbf_header_size));
    auto const layout = file.read_at(0, head) ? shapefile::parse_dbf_header(head) : std::nullopt;
    if (!layout) {
        throw context.error(ErrorKind::Source, "the TABLE of a JOIN is no dBASE file");
    }
    Values columns;
    for (auto const& field : layout->fields) {
        columns.emplace_back(to_utf8(field.field.name));
    }
    shapefile::Window window{file};
    for (std::uint32_t i = 0; i < layout->record_count; ++i) {
        auto const record =
            window.bytes(layout->header_size + std::uint64_t{i} * layout->record_size,
                         layout->record_size, ahead);
        if (!record) {
            break;
        }
        Values row;
        for (auto const& field : layout->fields) {
            row.emplace_back(to_utf8(shapefile::dbf_value(field, *record)));
        }
        rows.add(std::move(row));
    }
    return columns;
}

/// The values of one line (RFC 4180): quotes may hold commas, line breaks and doubled quotes.
Values take_line(std::string_view& text)
{
    Values row(1);
    bool is_quoted = false;
    std::size_t at = 0;
    for (; at < text.size() && (is_quoted || text[at] != '\n'); ++at) {
        char const c = text[at];
        if (c == '"' && is_quoted && text.substr(at + 1).starts_with('"')) {
            row.back() += text[++at];
        } else if (c == '"' && (is_quoted || row.back().empty())) {
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            row.emplace_back();
        } else if (is_quoted || c != '\r') {
            row.back() += c;
        }
    }
    text.remove_prefix(std::min(at + 1, text.size()));
    return row;
}

Values read_csv(File const& file, ToUtf8& to_utf8, ValueRows& rows, Services const& services,
                ErrorContext const& context)
{
    std::vector<std::byte> bytes;
    if (file.size() <= services.max_kept_bytes) {
        bytes.resize(file.size());
    }
    if (bytes.size() != file.size() || !file.read_at(0, bytes)) {
        throw context.error(ErrorKind::Limit, "the TABLE of a JOIN is too large");
    }
    std::string_view text{reinterpret_cast<char const*>(bytes.data()), bytes.size()};
    std::size_t width = 0;
    while (!text.empty()) {
        auto row = take_line(text);
        for (auto& value : row) {
            value = std::string{to_utf8(value)};
        }
        width = std::max(width, row.size());
        rows.add(std::move(row));
    }
    Values columns;
    for (std::size_t i = 1; i <= width; ++i) {
        columns.push_back(std::to_string(i));
    }
    return columns;
}

} // namespace

bool is_file(mapfile::Join const& join)
{
    return join.connection_type.empty() || is_csv(join);
}

JoinTable::JoinTable(mapfile::Map const& map, mapfile::Layer const& layer,
                     mapfile::Join const& join, Services const& services)
{
    auto const context = ErrorContext::layer(layer.name, map.where(join.at));
    auto const file = open_table(map, join, context);
    auto to_utf8 = converter(map, layer, join);
    ValueRows rows{services, context};
    m_columns = is_csv(join) ? read_csv(file, to_utf8, rows, services, context)
                             : read_dbase(file, to_utf8, rows, context);
    m_rows = rows.take();
    auto const to = std::ranges::find_if(
        m_columns, [&](std::string const& name) { return equals_ignoring_case(name, join.to); });
    if (to == m_columns.end()) {
        throw context.error(ErrorKind::BadMapfile, "JOIN \"" + join.name +
                                                       "\": its TABLE has no column \"" + join.to +
                                                       "\"");
    }
    auto const column = static_cast<std::size_t>(to - m_columns.begin());
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        m_rows[row].resize(m_columns.size()); // lines of CSV may be shorter
        m_rows_of[m_rows[row][column]].push_back(row);
    }
}

JoinedRows JoinTable::rows(std::string const& value, std::size_t most) const
{
    JoinedRows joined{m_columns, {}};
    if (auto const found = m_rows_of.find(value); found != m_rows_of.end()) {
        for (auto const row : found->second) {
            if (joined.rows.size() < most) {
                joined.rows.push_back(m_rows[row]);
            }
        }
    }
    return joined;
}

} // namespace ms::source
