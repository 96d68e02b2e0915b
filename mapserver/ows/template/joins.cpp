// SPDX-License-Identifier: MIT
#include "ows/template/joins.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "ows/template/bare_tag.hpp"
#include "ows/template/escape.hpp"
#include "source/postgis/join.hpp"

#include <algorithm>

namespace ms::ows::tmpl {

namespace {

constexpr std::size_t max_rows = 1000; ///< of one feature
constexpr std::string_view list_prefix = "join_";

bool is_one_to_many(mapfile::Join const& join)
{
    return equals_ignoring_case(join.type, "ONE-TO-MANY") ||
           equals_ignoring_case(join.type, "MULTIPLE");
}

std::string attribute_of(Place const& place, mapfile::Join const& join)
{
    auto const& fields = place.layer->fields;
    auto const found = std::ranges::find_if(fields, [&](feature::Field const& field) {
        return equals_ignoring_case(field.name, join.from);
    });
    if (found == fields.end()) {
        throw Error{ErrorKind::BadMapfile, "template: JOIN \"" + join.name + "\": layer \"" +
                                               place.layer->definition.name + "\" has no item \"" +
                                               join.from + "\""};
    }
    auto const index = static_cast<std::size_t>(found - fields.begin());
    return std::string{place.attribute(index)};
}

/// nullopt if the table has no such column.
std::optional<std::string> column(source::JoinedRows const& joined, std::size_t row,
                                  std::string_view name)
{
    auto const found = std::ranges::find_if(joined.columns, [&](std::string const& other) {
        return equals_ignoring_case(other, name);
    });
    if (found == joined.columns.end()) {
        return std::nullopt;
    }
    return row < joined.rows.size()
               ? joined.rows[row][static_cast<std::size_t>(found - joined.columns.begin())]
               : std::string{};
}

std::optional<std::string> value_in(source::JoinedRows const& joined, std::size_t row,
                                    std::string_view name, Tag const& tag)
{
    return bare_value(name, tag, [&](std::string_view item) { return column(joined, row, item); });
}

/// An attribute of the feature; names are case-sensitive, as elsewhere in templates.
std::optional<std::string> attribute_in(Place const& place, Tag const& tag)
{
    return bare_value(tag.name, tag, [&](std::string_view name) {
        auto const& fields = place.layer->fields;
        auto const found = std::ranges::find(fields, name, &feature::Field::name);
        return found == fields.end() ? std::nullopt
                                     : std::optional{std::string{place.attribute(
                                           static_cast<std::size_t>(found - fields.begin()))}};
    });
}

/// What follows "<join>_" in the name of a tag.
std::optional<std::string_view> item_in(mapfile::Join const& join, Tag const& tag)
{
    if (join.name.empty() || !starts_with_ignoring_case(tag.name, join.name + '_')) {
        return std::nullopt;
    }
    return std::string_view{tag.name}.substr(join.name.size() + 1);
}

} // namespace

Joins::JoinNumber Joins::number_of(Place const& place, mapfile::Join const& join)
{
    auto const& joins = place.layer->definition.joins;
    return {place.layer->layer, static_cast<std::size_t>(&join - joins.data())};
}

source::JoinedRows const& Joins::rows(Place const& place, mapfile::Join const& join)
{
    // Features are read batch by batch: several have one number.
    constexpr std::size_t most_values = 64;
    if (m_feature != std::pair{place.layer, place.number} || m_rows.size() >= most_values) {
        m_rows.clear();
        m_feature = {place.layer, place.number};
    }
    auto const value = attribute_of(place, join);
    Key const key{number_of(place, join), value};
    auto found = m_rows.find(key);
    if (found == m_rows.end()) {
        found = m_rows.emplace(key, read(place, join, value)).first;
    }
    return found->second;
}

source::JoinedRows Joins::read(Place const& place, mapfile::Join const& join,
                               std::string const& value)
{
    auto const& map = *m_page.call.map;
    auto const& layer = place.layer->definition;
    auto const& services = m_page.call.services;
    auto const most = is_one_to_many(join) ? max_rows : 1;
    if (!source::is_file(join)) {
        return source::postgis::joined_rows(map, layer, join, value, most, services);
    }
    auto const number = number_of(place, join);
    auto found = m_tables.find(number);
    if (found == m_tables.end()) {
        found = m_tables.emplace(number, source::JoinTable{map, layer, join, services}).first;
    }
    return found->second.rows(value, most);
}

std::string Joins::list(Place const& place, mapfile::Join const& join)
{
    auto const& joined = rows(place, join);
    if (joined.rows.empty()) {
        return {};
    }
    auto const text_of = [&](std::string const& file) {
        return file.empty() ? std::string_view{} : std::string_view{m_files.text(file)};
    };
    std::vector<Node> const none;
    auto const& nodes = join.template_path.empty() ? none : m_files.nodes(join.template_path);
    std::string out{text_of(join.header)};
    for (std::size_t row = 0; row < joined.rows.size(); ++row) {
        work(m_page.call.services.budget);
        for (auto const& node : nodes) {
            check_page_size(m_page, out.size());
            if (node.kind == Node::Kind::Text) {
                out += node.text;
                continue;
            }
            auto const item = item_in(join, node.tag);
            auto const value =
                item ? value_in(joined, row, *item, node.tag) : attribute_in(place, node.tag);
            out += value.value_or(node.tag.text);
        }
    }
    return out.append(text_of(join.footer));
}

std::optional<std::string> Joins::value(Place const& place, Tag const& tag)
{
    for (auto const& join : place.layer->definition.joins) {
        bool const is_many = is_one_to_many(join);
        if (is_many && equals_ignoring_case(tag.name, std::string{list_prefix} + join.name)) {
            return list(place, join);
        }
        auto const item = item_in(join, tag);
        if (!is_many && item) {
            if (auto found = value_in(rows(place, join), 0, *item, tag)) {
                return found;
            }
        }
    }
    return std::nullopt;
}

} // namespace ms::ows::tmpl
