// SPDX-License-Identifier: MIT
#include "sld/lookup.hpp"

#include "base/string.hpp"
#include "fes/filter.hpp"
#include "sld/refuse.hpp"

#include <algorithm>
#include <array>

namespace ms::sld {

namespace {

using Case = Lookup::Case;
using Nodes = std::vector<XmlNode>;

/// The input value occurs once or twice in the condition of every case.
constexpr std::size_t max_condition_nodes = 50'000;

XmlNode element(std::string name, Nodes children)
{
    return {.name = std::move(name), .children = std::move(children)};
}

XmlNode literal(std::string text)
{
    return element("Literal", {XmlNode{.value = std::move(text)}});
}

XmlNode compared(std::string operation, XmlNode const& what, std::string const& with)
{
    return element(std::move(operation), {what, literal(with)});
}

/// The arguments of a function, whichever way it is written.
struct Arguments {
    XmlNode what;                        ///< the input value
    std::vector<XmlNode const*> rest;    ///< the elements after it: values, thresholds, points
    std::string mode;                    ///< "preceding", "color" ... of the attributes or the end
    std::optional<std::string> fallback; ///< fallbackValue
};

/// The child elements; a plain text is treated as one element.
std::vector<XmlNode const*> elements_of(XmlNode const& node)
{
    std::vector<XmlNode const*> elements;
    for (auto const& child : node.children) {
        if (!child.is_text()) {
            elements.push_back(&child);
        }
    }
    return elements;
}

/// The content of a Value or a Literal, in the form of a parameter.
Nodes content_of(XmlNode const& value)
{
    return value.name == "Value" ? value.children : Nodes{value};
}

bool is_attribute(XmlNode const& node) noexcept
{
    return node.name == "PropertyName" || node.name == "ValueReference";
}

/// OGC 05-077r4, 11.6.1: "fallbackValue ... is used as the result if the function fails": for
/// features without the attribute, and for values without a MapItem.
void append_fallback(Arguments const& arguments, Nodes unknown, Lookup& lookup)
{
    if (!arguments.fallback || arguments.fallback->empty()) {
        return;
    }
    if (is_attribute(arguments.what)) {
        unknown.push_back(element("PropertyIsNull", {arguments.what}));
    }
    if (!unknown.empty()) {
        auto condition = unknown.size() == 1 ? unknown.front() : element("Or", std::move(unknown));
        lookup.cases.push_back({std::move(condition), {}, {XmlNode{.value = *arguments.fallback}}});
    }
}

struct Interval {
    std::optional<std::string> from;
    std::optional<std::string> to;
    bool begins_with_from = true; ///< and ends before `to`; else the other way round
};

/// An interval without ends contains every value except NULL.
XmlNode condition_of(XmlNode const& what, Interval const& in)
{
    Nodes sides;
    if (in.from) {
        sides.push_back(compared(in.begins_with_from ? "PropertyIsGreaterThanOrEqualTo"
                                                     : "PropertyIsGreaterThan",
                                 what, *in.from));
    }
    if (in.to) {
        sides.push_back(
            compared(in.begins_with_from ? "PropertyIsLessThan" : "PropertyIsLessThanOrEqualTo",
                     what, *in.to));
    }
    return sides.size() == 1 ? sides.front() : element("And", std::move(sides));
}

std::string title_of(Interval const& in)
{
    if (in.from && in.to) {
        return *in.from + " - " + *in.to;
    }
    auto const* const sign =
        in.to ? (in.begins_with_from ? "< " : "<= ") : (in.begins_with_from ? ">= " : "> ");
    return sign + (in.to ? *in.to : in.from.value_or(""));
}

/// 11.6.13: a value, then thresholds and values by turns.
Lookup categorize(Arguments const& arguments)
{
    auto const& rest = arguments.rest;
    if (rest.size() < 3 || rest.size() % 2 == 0) {
        refuse("<Categorize> needs a value, then thresholds and values by turns");
    }
    bool const begins = !equals_ignoring_case(arguments.mode, "preceding");
    Lookup lookup;
    for (std::size_t i = 0; i < rest.size(); i += 2) {
        Interval in{.from = std::nullopt, .to = std::nullopt, .begins_with_from = begins};
        if (i > 0) {
            in.from = rest[i - 1]->text();
        }
        if (i + 1 < rest.size()) {
            in.to = rest[i + 1]->text();
        }
        lookup.cases.push_back(
            {condition_of(arguments.what, in), title_of(in), content_of(*rest[i])});
    }
    append_fallback(arguments, {}, lookup);
    return lookup;
}

/// A datum and its value.
struct Pair {
    std::string data;
    XmlNode const* value;
};

/// Elements <MapItem> or <InterpolationPoint>, or literals by turns.
std::vector<Pair> pairs_of(Arguments const& arguments, std::string_view name)
{
    std::vector<Pair> pairs;
    auto const& rest = arguments.rest;
    for (std::size_t i = 0; i < rest.size(); ++i) {
        if (rest[i]->name == name) {
            auto const* const value = rest[i]->child("Value");
            if (value == nullptr || rest[i]->child("Data") == nullptr) {
                refuse("<" + std::string{name} + "> needs <Data> and <Value>");
            }
            pairs.push_back({rest[i]->text_of("Data"), value});
        } else if (i + 1 < rest.size()) {
            pairs.push_back({rest[i]->text(), rest[i + 1]});
            ++i;
        }
    }
    if (pairs.empty()) {
        refuse("a function that maps values has no <" + std::string{name} + ">");
    }
    return pairs;
}

/// 11.6.12
Lookup recode(Arguments const& arguments)
{
    Lookup lookup;
    Nodes named;
    for (auto const& [data, value] : pairs_of(arguments, "MapItem")) {
        auto condition = compared("PropertyIsEqualTo", arguments.what, data);
        named.push_back(condition);
        lookup.cases.push_back({std::move(condition), data, content_of(*value)});
    }
    auto any = named.size() == 1 ? named.front() : element("Or", std::move(named));
    append_fallback(arguments, {element("Not", {std::move(any)})}, lookup);
    return lookup;
}

struct Point {
    double data = 0;
    std::string data_text;
    std::string value;
};

std::vector<Point> points_of(Arguments const& arguments)
{
    std::vector<Point> points;
    for (auto const& [data, value] : pairs_of(arguments, "InterpolationPoint")) {
        auto const number = parse_double(data);
        if (!number || (!points.empty() && *number <= points.back().data)) {
            refuse("<Interpolate> needs numbers that increase as <Data>");
        }
        points.push_back({*number, data, value->text()});
    }
    return points;
}

XmlNode color_between(XmlNode const& what, Point const& a, Point const& b)
{
    auto const text = [](char const* name, std::string const& value) {
        return element(name, {XmlNode{.value = value}});
    };
    return element(std::string{between_colors},
                   {what, text("Data", a.data_text), text("Value", a.value),
                    text("Data", b.data_text), text("Value", b.value)});
}

/// value + (what - data) * slope
XmlNode number_between(XmlNode const& what, Point const& a, Point const& b)
{
    auto const low = parse_double(a.value);
    auto const high = parse_double(b.value);
    if (!low || !high) {
        refuse(
            "<Interpolate> of numbers has a <Value> that is none; colours need method=\"color\"");
    }
    auto const slope = format_double((*high - *low) / (b.data - a.data));
    return element(
        "Add", {literal(a.value),
                element("Mul", {element("Sub", {what, literal(a.data_text)}), literal(slope)})});
}

/// 11.6.14: linear between the points, and the value of the next one beyond them.
Lookup interpolate(Arguments const& arguments, bool is_color)
{
    auto const points = points_of(arguments);
    Lookup lookup;
    auto const append = [&](Interval const& in, XmlNode content) {
        lookup.cases.push_back(
            {condition_of(arguments.what, in), title_of(in), {std::move(content)}});
    };
    append({.from = std::nullopt, .to = points.front().data_text},
           XmlNode{.value = points.front().value});
    for (std::size_t i = 1; i < points.size(); ++i) {
        auto const& a = points[i - 1];
        auto const& b = points[i];
        append({.from = a.data_text, .to = b.data_text},
               is_color ? color_between(arguments.what, a, b)
                        : number_between(arguments.what, a, b));
    }
    append({.from = points.back().data_text, .to = std::nullopt},
           XmlNode{.value = points.back().value});
    append_fallback(arguments, {}, lookup);
    return lookup;
}

bool is_mode(std::string_view word, std::initializer_list<std::string_view> modes)
{
    return std::ranges::any_of(
        modes, [&](std::string_view mode) { return equals_ignoring_case(word, mode); });
}

std::string attribute_or_empty(XmlNode const& node, std::string_view name)
{
    auto const* const value = node.attribute(name);
    return value == nullptr ? std::string{} : *value;
}

/// Cuts words like "color" and "linear" off the end of a function's arguments.
std::vector<std::string> cut_modes(std::vector<XmlNode const*>& rest)
{
    std::vector<std::string> modes;
    while (!rest.empty() && rest.back()->name == "Literal" &&
           is_mode(rest.back()->text(),
                   {"preceding", "succeeding", "color", "numeric", "linear", "cosine", "cubic"})) {
        modes.push_back(rest.back()->text());
        rest.pop_back();
    }
    return modes;
}

/// The element of SE, or GeoServer's <Function name="Categorize">.
struct Reader {
    std::string_view name;
    Lookup (*read)(Arguments const& arguments, bool is_color);
};

constexpr std::array readers{
    Reader{"Categorize", [](Arguments const& arguments, bool) { return categorize(arguments); }},
    Reader{"Recode", [](Arguments const& arguments, bool) { return recode(arguments); }},
    Reader{"Interpolate", &interpolate},
};

Reader const* find_reader(XmlNode const& node)
{
    auto const name =
        node.name == "Function" ? attribute_or_empty(node, "name") : std::string{node.name};
    auto const* const found = std::ranges::find_if(
        readers, [&](Reader const& row) { return equals_ignoring_case(row.name, name); });
    return found == readers.end() ? nullptr : found;
}

/// The expression in a <LookupValue>, or the argument itself.
XmlNode looked_up(XmlNode const& first)
{
    if (first.name != "LookupValue") {
        return first;
    }
    auto const inside = elements_of(first);
    if (inside.size() != 1) {
        refuse("<LookupValue> needs one expression");
    }
    return *inside.front();
}

} // namespace

std::size_t count_nodes(XmlNode const& node)
{
    std::size_t total = 1;
    for (auto const& child : node.children) {
        total += count_nodes(child);
    }
    return total;
}

std::optional<Lookup> read_lookup(XmlNode const& node)
{
    auto const* const reader = find_reader(node);
    if (reader == nullptr) {
        return std::nullopt;
    }
    Arguments arguments;
    arguments.rest = elements_of(node);
    if (arguments.rest.empty()) {
        refuse("<" + std::string{reader->name} + "> has no <LookupValue>");
    }
    arguments.what = looked_up(*arguments.rest.front());
    static_cast<void>(fes::parse_value(arguments.what)); // an expression, or an error that names it
    arguments.rest.erase(arguments.rest.begin());
    if (count_nodes(arguments.what) * arguments.rest.size() > max_condition_nodes) {
        refuse("<" + std::string{reader->name} +
               "> has too many cases for so long a <LookupValue>");
    }
    if (auto const* const fallback = node.attribute("fallbackValue")) {
        arguments.fallback = *fallback;
    }
    auto modes = cut_modes(arguments.rest);
    for (auto const* const name : {"method", "mode", "thresholdsBelongTo", "threshholdsBelongTo"}) {
        modes.push_back(attribute_or_empty(node, name));
    }
    bool is_color = false;
    for (auto const& mode : modes) {
        is_color |= is_mode(mode, {"color"});
        if (is_mode(mode, {"preceding"})) {
            arguments.mode = mode;
        } else if (is_mode(mode, {"cosine", "cubic"})) {
            refuse("<Interpolate> is linear here, not " + mode);
        }
    }
    return reader->read(arguments, is_color);
}

} // namespace ms::sld
