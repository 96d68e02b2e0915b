// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Builds SQL: identifiers, parameters, and scanning of SQL that users wrote.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ms::source::postgis {

/// A statement with the values of $1, $2 ... in text form.
struct Statement {
    std::string sql;
    std::vector<std::string> parameters;

    /// Adds a parameter and returns its placeholder, "$7". Values reach the server only this way.
    /// \throws Error{BadRequest} beyond the maximum of PostgreSQL's protocol: 65,535, and for a
    /// value that is not UTF-8 or contains a NUL
    [[nodiscard]] std::string bind(std::string value);
};

/// "name", with quotes inside it doubled. Connections always use UTF-8, in which no byte of a
/// multi-byte character equals a quote, so this is safe without a connection.
/// \throws Error{BadRequest} for a name with a NUL in it
[[nodiscard]] std::string quote_identifier(std::string_view name);

/// The name of an identifier that the mapfile's author may have quoted.
[[nodiscard]] std::string unquote_identifier(std::string_view name);

/// If a string literal, quoted identifier, dollar-quoted string or comment begins at `at`, the
/// place after it (the end of the text if it is not closed); otherwise `at`.
/// https://www.postgresql.org/docs/15/sql-syntax-lexical.html
[[nodiscard]] std::size_t skip_quoted(std::string_view sql, std::size_t at) noexcept;

/// Whether $number occurs in the text outside of quotes and comments.
[[nodiscard]] bool mentions_parameter(std::string_view sql, std::size_t number);

} // namespace ms::source::postgis
