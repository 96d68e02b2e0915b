// SPDX-License-Identifier: MIT
#include "source/postgis/sql/sql_text.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "base/utf8.hpp"

namespace ms::source::postgis {

namespace {

/// Whether the server takes a text: UTF-8 without a NUL, which would end it.
bool is_sendable(std::string_view text) noexcept
{
    std::size_t at = 0;
    while (at < text.size() && text[at] != '\0') {
        auto const length = utf8_length(text, at);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return at == text.size();
}

bool is_word(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::size_t behind(std::string_view sql, std::string_view end, std::size_t from) noexcept
{
    auto const found = sql.find(end, from);
    return found == std::string_view::npos ? sql.size() : found + end.size();
}

/// A doubled quote is a quote inside; after E a backslash hides the next character.
std::size_t skip_string(std::string_view sql, std::size_t at, bool backslashes) noexcept
{
    auto const quote = sql[at];
    for (auto i = at + 1; i < sql.size(); ++i) {
        if (backslashes && sql[i] == '\\') {
            ++i;
        } else if (sql[i] == quote) {
            if (i + 1 < sql.size() && sql[i + 1] == quote) {
                ++i;
            } else {
                return i + 1;
            }
        }
    }
    return sql.size();
}

/// Block comments nest in PostgreSQL.
std::size_t skip_comment(std::string_view sql, std::size_t at) noexcept
{
    std::size_t depth = 0;
    for (auto i = at; i + 1 < sql.size(); ++i) {
        if (sql[i] == '/' && sql[i + 1] == '*') {
            ++depth;
            ++i;
        } else if (sql[i] == '*' && sql[i + 1] == '/') {
            ++i;
            if (--depth == 0) {
                return i + 1;
            }
        }
    }
    return sql.size();
}

/// $tag$ ... $tag$; `$1` is a parameter and no quote.
std::size_t skip_dollar(std::string_view sql, std::size_t at) noexcept
{
    auto end = at + 1;
    while (end < sql.size() && is_word(sql[end])) {
        ++end;
    }
    bool const starts_with_digit = end > at + 1 && sql[at + 1] >= '0' && sql[at + 1] <= '9';
    if (end == sql.size() || sql[end] != '$' || starts_with_digit ||
        (at > 0 && is_word(sql[at - 1]))) {
        return at;
    }
    return behind(sql, sql.substr(at, end + 1 - at), end + 1);
}

bool is_escape_string(std::string_view sql, std::size_t quote) noexcept
{
    return quote > 0 && (sql[quote - 1] == 'e' || sql[quote - 1] == 'E') &&
           (quote == 1 || !is_word(sql[quote - 2]));
}

} // namespace

std::string Statement::bind(std::string value)
{
    constexpr std::size_t most = 65535; // the protocol counts them in 16 bits
    if (parameters.size() >= most) {
        throw Error{ErrorKind::BadRequest,
                    "a filter has more values than one statement can hold (65,535)"};
    }
    if (!is_sendable(value)) { // the server would refuse the statement as a whole
        throw Error{ErrorKind::BadRequest, "a value is not a text in UTF-8"};
    }
    parameters.push_back(std::move(value));
    return "$" + std::to_string(parameters.size());
}

std::string quote_identifier(std::string_view name)
{
    if (name.find('\0') != std::string_view::npos) {
        throw Error{ErrorKind::BadRequest, "a column name contains a NUL character"};
    }
    return '"' + replace_all(name, "\"", "\"\"") + '"';
}

std::string unquote_identifier(std::string_view name)
{
    if (name.size() >= 2 && name.front() == '"' && name.back() == '"') {
        return replace_all(name.substr(1, name.size() - 2), "\"\"", "\"");
    }
    return std::string{name};
}

std::size_t skip_quoted(std::string_view sql, std::size_t at) noexcept
{
    auto const rest = sql.substr(at);
    if (rest.starts_with('\'')) {
        return skip_string(sql, at, is_escape_string(sql, at));
    }
    if (rest.starts_with('"')) {
        return skip_string(sql, at, false);
    }
    if (rest.starts_with("--")) {
        return behind(sql, "\n", at);
    }
    if (rest.starts_with("/*")) {
        return skip_comment(sql, at);
    }
    return rest.starts_with('$') ? skip_dollar(sql, at) : at;
}

bool mentions_parameter(std::string_view sql, std::size_t number)
{
    auto const name = "$" + std::to_string(number);
    for (std::size_t i = 0; i < sql.size();) {
        auto const next = skip_quoted(sql, i);
        auto const behind_name = i + name.size();
        if (next == i && sql.substr(i).starts_with(name) &&
            (behind_name == sql.size() || !is_word(sql[behind_name]))) {
            return true;
        }
        i = next == i ? i + 1 : next;
    }
    return false;
}

} // namespace ms::source::postgis
