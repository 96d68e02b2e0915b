// SPDX-License-Identifier: MIT
#include "source/postgis/sql/named_values.hpp"

#include <algorithm>
#include <map>

namespace ms::source::postgis {

namespace {

bool begins_name(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_in_name(char c) noexcept
{
    return begins_name(c) || (c >= '0' && c <= '9');
}

/// The name behind a colon; "" without one.
std::string_view name_at(std::string_view sql, std::size_t at) noexcept
{
    if (sql[at] != ':' || at + 1 == sql.size() || !begins_name(sql[at + 1])) {
        return {};
    }
    auto const name = sql.substr(at + 1);
    return name.substr(
        0, static_cast<std::size_t>(std::ranges::find_if_not(name, is_in_name) - name.begin()));
}

/// Calls `text(piece)` and `name(name)` for what a statement consists of.
template <typename Text, typename Name>
void for_each_part(std::string_view sql, Text text, Name name)
{
    for (std::size_t i = 0; i < sql.size();) {
        auto const behind_quotes = skip_quoted(sql, i);
        bool const is_cast = sql.substr(i).starts_with("::");
        auto const found = behind_quotes == i && !is_cast ? name_at(sql, i) : std::string_view{};
        auto const length = behind_quotes != i ? behind_quotes - i : is_cast ? 2 : 1 + found.size();
        found.empty() ? text(sql.substr(i, length)) : name(found);
        i += length;
    }
}

} // namespace

Statement with_named_values(std::string_view sql, std::span<NamedValue const> values)
{
    Statement statement;
    std::map<std::string_view, std::string> placeholders; // a name that occurs twice is bound once
    auto const put = [&](std::string_view name) {
        auto const value = std::ranges::find(values, name, &NamedValue::name);
        if (value == values.end()) {
            statement.sql.append(":").append(name);
            return;
        }
        auto& placeholder = placeholders[name];
        if (placeholder.empty()) {
            placeholder = statement.bind(value->value) + "::pg_catalog." + std::string{value->type};
        }
        statement.sql += placeholder;
    };
    for_each_part(
        sql, [&](std::string_view piece) { statement.sql += piece; }, put);
    return statement;
}

std::vector<std::string_view> names_in(std::string_view sql)
{
    std::vector<std::string_view> names;
    for_each_part(
        sql, [](std::string_view) {}, [&](std::string_view name) { names.push_back(name); });
    return names;
}

} // namespace ms::source::postgis
