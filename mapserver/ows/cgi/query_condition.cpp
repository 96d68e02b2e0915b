// SPDX-License-Identifier: MIT
#include "ows/cgi/query_condition.hpp"

#include "base/error.hpp"
#include "expr/regex.hpp"
#include "mapfile/condition.hpp"
#include "mapfile/expression_text.hpp"
#include "ows/cgi/form.hpp"

namespace ms::ows::cgi {

namespace {

/// A bracket that is not closed is a part of a string.
mapfile::Expression expression_from(std::string const& text)
{
    return mapfile::expression_of_text(text).value_or(
        mapfile::Expression{.kind = mapfile::ExpressionKind::String, .text = text});
}

void validate_qstring(mapfile::Map const& map, mapfile::Layer const& layer,
                      std::string const& value)
{
    auto const* pattern = layer.validation.find("qstring");
    if (pattern == nullptr) {
        pattern = map.web.validation.find("qstring");
    }
    if (pattern == nullptr || !expr::Regex{*pattern, false}.matches(value)) {
        refuse("mapserv", "Parameter 'qstring' value fails to validate.");
    }
}

} // namespace

expr::Expression condition_from(Call const& call, mapfile::Layer const& layer)
{
    auto const* const text = call.parameters().last("qstring");
    if (text == nullptr) {
        refuse("mapserv", "No query expression defined (qstring).");
    }
    validate_qstring(*call.map, layer, *text);
    auto const* const item = call.parameters().last("qitem");
    try {
        return mapfile::condition_of(expression_from(*text), item == nullptr ? "" : *item);
    } catch (Error const&) {
        refuse("mapserv", "The query expression (qstring, qitem) cannot be read.");
    }
}

} // namespace ms::ows::cgi
