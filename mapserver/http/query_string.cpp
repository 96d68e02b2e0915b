// SPDX-License-Identifier: MIT
#include "http/query_string.hpp"

#include "base/error.hpp"
#include "base/hex.hpp"
#include "base/string.hpp"

#include <optional>

namespace ms::http {

namespace {

/// The byte of the escape that starts at `at`; nullopt if it is not an escape.
std::optional<char> escaped_byte(std::string_view text, std::size_t at) noexcept
{
    if (text[at] != '%' || text.size() - at < 3) {
        return std::nullopt;
    }
    auto const byte = hex_byte(text[at + 1], text[at + 2]);
    return byte ? std::optional{static_cast<char>(*byte)} : std::nullopt;
}

/// \param plus the character that a '+' encodes
std::string decode(std::string_view text, char plus = ' ')
{
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (auto const byte = escaped_byte(text, i)) {
            decoded.push_back(*byte);
            i += 2;
        } else {
            decoded.push_back(text[i] == '+' ? plus : text[i]);
        }
        if (decoded.back() == '\0') {
            throw Error{ErrorKind::BadRequest, "the request contains a NUL byte"};
        }
    }
    return decoded;
}

} // namespace

Parameters parse_query_string(std::string_view text, QueryLimits const& limits)
{
    if (text.size() > limits.max_bytes) {
        throw Error{ErrorKind::Limit, "the query is too long"};
    }
    Parameters parameters;
    while (!text.empty()) {
        auto const piece = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(text.size(), piece.size() + 1));
        if (piece.empty()) {
            continue;
        }
        if (parameters.entries().size() == limits.max_parameters) {
            throw Error{ErrorKind::Limit, "the query has too many parameters"};
        }
        auto const equals = piece.find('=');
        auto const value =
            equals == std::string_view::npos ? std::string_view{} : piece.substr(equals + 1);
        parameters.append(decode(piece.substr(0, equals)), decode(value));
    }
    return parameters;
}

std::string decode_path(std::string_view path)
{
    return decode(path, '+');
}

std::string_view query_of(std::string_view url) noexcept
{
    auto const mark = url.find_first_of("?=&");
    if (mark != std::string_view::npos && url[mark] == '?') {
        auto const query = url.substr(mark + 1);
        return mark == 0 ? query : query.substr(0, query.find('#'));
    }
    // "http://host/path" and "/path" are addresses without a query; "a=http://host" is a query
    bool const is_address = url.substr(0, mark).find("://") != std::string_view::npos ||
                            (url.starts_with('/') && mark == std::string_view::npos);
    return is_address ? std::string_view{} : url;
}

bool is_form(std::string_view content_type) noexcept
{
    return starts_with_ignoring_case(content_type, "application/x-www-form-urlencoded");
}

} // namespace ms::http
