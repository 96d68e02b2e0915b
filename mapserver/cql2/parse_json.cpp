// SPDX-License-Identifier: MIT
#include "cql2/parse.hpp"

#include "base/string.hpp"
#include "cql2/geojson.hpp"
#include "cql2/refuse.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace ms::cql2 {

namespace {

using Json = nlohmann::json;

constexpr int deepest = 2 * highest_term + 8; ///< an operation is two levels: "args" and itself

[[noreturn]] void malformed(std::string const& why)
{
    cannot_parse("Exception while parsing CQL2 JSON: " + why);
}

/// Refuses too deeply nested text before it is parsed. The library's callback would report the
/// depth, too, but searches a whole array at the end of each of its objects.
void check_depth(std::string_view text)
{
    int depth = 0;
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        auto const c = text[i];
        if (is_quoted) {
            i += c == '\\' ? 1 : 0;
            is_quoted = c != '"';
        } else if (c == '"') {
            is_quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepest) {
                cannot_parse("nested too deeply");
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
}

Json read(std::string_view text)
{
    check_depth(text);
    try {
        return Json::parse(text);
    } catch (Json::exception const& error) {
        malformed(error.what());
    }
}

std::string const& text_of(Json const& value, char const* what)
{
    auto const* const text = value.get_ptr<std::string const*>();
    if (text == nullptr) {
        malformed(std::string{what} + " is not a string");
    }
    return *text;
}

Term term(Json const& json);

std::vector<Term> terms(Json const& array)
{
    std::vector<Term> all;
    for (auto const& each : array) {
        all.push_back(term(each));
    }
    return all;
}

/// {"op": "=", "args": [...]}; the words of the language in lower case.
Term operation(Json const& object)
{
    auto const& name = text_of(object.at("op"), "\"op\"");
    auto const arguments = object.find("args");
    if (arguments == object.end() || !arguments->is_array()) {
        malformed("\"" + name.substr(0, 60) + "\" has no array \"args\"");
    }
    auto all = terms(*arguments);
    bool const is_sign = name == "-" && all.size() == 1;
    return make_operation(is_sign ? "negate" : to_lower(name), std::move(all));
}

/// Dates and times in an interval are strings.
Term interval(Json const& bounds)
{
    if (!bounds.is_array() || bounds.size() != 2) {
        malformed("\"interval\" is not an array of two");
    }
    return make_operation({}, terms(bounds), TermKind::Interval);
}

Term box(Json const& numbers)
{
    std::vector<double> all;
    for (auto const& each : numbers) {
        if (!each.is_number()) {
            malformed("\"bbox\" holds something that is not a number");
        }
        all.push_back(each.get<double>());
    }
    return make_box(all);
}

Term object_term(Json const& object)
{
    if (object.contains("op")) {
        return operation(object);
    }
    if (object.contains("property")) {
        return {.kind = TermKind::Property, .text = text_of(object["property"], "\"property\"")};
    }
    if (object.contains("type")) {
        return {.kind = TermKind::Geometry, .text = {}, .shape = read_geojson(object)};
    }
    if (object.contains("bbox")) {
        return box(object["bbox"]);
    }
    if (object.contains("date")) {
        return {.kind = TermKind::Date, .text = text_of(object["date"], "\"date\"")};
    }
    if (object.contains("timestamp")) {
        return {.kind = TermKind::Timestamp, .text = text_of(object["timestamp"], "\"timestamp\"")};
    }
    if (object.contains("interval")) {
        return interval(object["interval"]);
    }
    malformed(
        "an object is not an operation, property, geometry, bbox, date, timestamp or interval");
}

Term term(Json const& json)
{
    switch (json.type()) {
    case Json::value_t::object:
        return object_term(json);
    case Json::value_t::array:
        return make_operation({}, terms(json), TermKind::List);
    case Json::value_t::string:
        return {.kind = TermKind::Text, .text = json.get<std::string>()};
    case Json::value_t::boolean:
        return {.kind = TermKind::Boolean, .text = {}, .number = json.get<bool>() ? 1.0 : 0.0};
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
        return {.kind = TermKind::Number, .text = json.dump(), .number = json.get<double>()};
    default:
        malformed("null is not a value");
    }
}

} // namespace

Term parse_json(std::string_view filter)
{
    return term(read(filter));
}

} // namespace ms::cql2
