// SPDX-License-Identifier: MIT
#include "mapfile/values.hpp"

#include "base/string.hpp"
#include "image/hex_color.hpp"

namespace ms::mapfile {

namespace {

std::string list_of(std::span<EnumName const> names, Rule const& rule)
{
    std::string text;
    for (auto const& name : names) {
        if ((rule.excluded >> name.value & 1U) == 0) {
            text += text.empty() ? "" : " ";
            text += name.word;
        }
    }
    return text;
}

ExpressionKind kind_of(TokenKind token)
{
    switch (token) {
    case TokenKind::Regex:
        return ExpressionKind::Regex;
    case TokenKind::List:
        return ExpressionKind::List;
    case TokenKind::Expression:
        return ExpressionKind::Logical;
    default:
        return ExpressionKind::String;
    }
}

} // namespace

void read_value(Reader& in, bool& value, Rule const&)
{
    Token const token = in.peek();
    auto const word = in.word("ON or OFF");
    bool const yes = equals_ignoring_case(word, "ON") || equals_ignoring_case(word, "TRUE");
    bool const no = equals_ignoring_case(word, "OFF") || equals_ignoring_case(word, "FALSE");
    if (!yes && !no) {
        throw ReadError{token.at, in.keyword_name() + " is ON or OFF, not " + std::string{word}};
    }
    value = yes;
}

void read_value(Reader& in, int& value, Rule const& rule)
{
    value = in.integer(rule.limits, rule.clamps);
}

void read_value(Reader& in, double& value, Rule const& rule)
{
    value = in.number(rule.limits, rule.clamps);
}

void read_value(Reader& in, char& value, Rule const&)
{
    auto const text = in.string();
    value = text.empty() ? '\0' : text.front();
}

void read_value(Reader& in, std::string& value, Rule const& rule)
{
    if (rule.takes_expression && in.is_kind(TokenKind::Expression)) {
        value = in.next().text;
    } else {
        value = in.string();
    }
}

void read_value(Reader& in, OptionalColor& value, Rule const&)
{
    if (in.is_kind(TokenKind::String)) {
        Token const token = in.next();
        auto const color = image::parse_hex_color(token.text);
        if (!color) {
            throw ReadError{token.at, in.keyword_name() +
                                          " is red green blue or \"#rrggbb\", not \"" +
                                          std::string{token.text} + '"'};
        }
        value = color;
        return;
    }
    Limits const component{.min = -255, .max = 255};
    int const red = in.integer(component);
    int const green = in.integer(component);
    int const blue = in.integer(component);
    if (red < 0 || green < 0 || blue < 0) {
        value.reset();
        return;
    }
    value = image::Color{static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                         static_cast<std::uint8_t>(blue), 255};
}

void read_value(Reader& in, Extent& value, Rule const&)
{
    Position const at = in.peek().at;
    Extent read;
    for (double* const side : {&read.min_x, &read.min_y, &read.max_x, &read.max_y}) {
        *side = in.number();
    }
    if (!read.is_set()) {
        throw ReadError{at, in.keyword_name() +
                                " is minx miny maxx maxy, each minimum below its maximum"};
    }
    value = read;
}

void read_value(Reader& in, Size& value, Rule const& rule)
{
    int const width = in.integer(rule.limits);
    int const height = in.integer(rule.second_limits);
    value = {width, height};
}

void read_value(Reader& in, SymbolReference& value, Rule const&)
{
    if (in.is_kind(TokenKind::Number)) {
        value = {.index = in.integer({.min = 0})};
    } else {
        value = {.name = in.string()};
    }
}

void read_value(Reader& in, Expression& value, Rule const& rule)
{
    Token const token = in.peek();
    Expression read{.kind = kind_of(token.kind), .ignore_case = token.ignores_case, .at = token.at};
    if ((rule.excluded >> static_cast<unsigned>(read.kind) & 1U) != 0) {
        throw ReadError{token.at, in.keyword_name() + " cannot be of this form"};
    }
    if (token.kind == TokenKind::Binding) {
        in.old_spelling(token.at, in.keyword_name() + " needs quotes around the attribute");
        read.text = '[' + std::string{in.next().text} + ']';
    } else if (read.kind == ExpressionKind::String) {
        read.text = in.string();
    } else {
        read.text = in.next().text;
    }
    // As in MapServer, a condition without text (EXPRESSION "", FILTER ()) does not count: all
    // features meet it. A TEXT, which can be no list, may be empty.
    bool const is_condition =
        (rule.excluded >> static_cast<unsigned>(ExpressionKind::List) & 1U) == 0;
    bool const is_empty =
        read.text.empty() || (read.kind == ExpressionKind::Logical && read.text == "()");
    value = is_condition && is_empty ? Expression{} : std::move(read);
}

std::uint8_t read_enum(Reader& in, std::span<EnumName const> names, Rule const& rule)
{
    Token const token = in.peek();
    for (auto const& name : names) {
        if (equals_ignoring_case(token.text, name.word) &&
            (rule.excluded >> name.value & 1U) == 0) {
            auto const word = in.word(name.word);
            if (!name.is_supported) {
                in.warning(token.at,
                           in.keyword_name() + ' ' + to_upper(word) + " is not supported");
            }
            return name.value;
        }
    }
    auto const word = in.word("one of " + list_of(names, rule));
    throw ReadError{token.at, in.keyword_name() + " is one of " + list_of(names, rule) + ", not " +
                                  std::string{word}};
}

void read_list(Reader& in, StringMap& value)
{
    constexpr std::size_t max_entries = 10'000; // setting one searches all others
    while (!in.take_end()) {
        auto const key = in.string();
        value.set(key, in.string());
        if (value.entries.size() > max_entries) {
            in.fail("has too many entries");
        }
    }
}

void read_list(Reader& in, Projection& value)
{
    constexpr std::size_t max_arguments = 20; // as MapServer
    bool const is_second = value.is_set();
    Projection read{.at = in.keyword_at()};
    while (!in.take_end()) {
        read.arguments.push_back(in.string());
    }
    if (is_second) {
        in.error(read.at, "a second PROJECTION; there may be one");
    }
    if (read.arguments.size() > max_arguments) {
        in.error(read.at, "PROJECTION has more than 20 parts");
    }
    value = std::move(read);
}

void read_list(Reader& in, std::vector<double>& value)
{
    constexpr std::size_t max_length = 10; // as MapServer
    std::vector<double> read;
    while (!in.take_end()) {
        read.push_back(in.number());
    }
    if (read.size() < 2 || read.size() > max_length) {
        in.error(in.keyword_at(), in.keyword_name() + " has 2 to 10 numbers");
    }
    value = std::move(read);
}

void read_list(Reader& in, std::vector<SymbolPoint>& value)
{
    value.clear();
    while (!in.take_end()) {
        double const x = in.number();
        value.push_back({x, in.number()});
    }
}

void read_list(Reader& in, std::vector<std::vector<Feature::Point>>& value)
{
    auto& part = value.emplace_back();
    while (!in.take_end()) {
        double const x = in.number();
        part.push_back({x, in.number()});
    }
}

void read_list(Reader& in, std::vector<std::pair<double, std::string>>& value)
{
    value.clear();
    while (!in.take_end()) {
        Token const token = in.peek();
        auto const limit = parse_double(in.string());
        if (!limit) {
            throw ReadError{token.at, "VALUES needs a scale denominator in quotes"};
        }
        if (value.empty() ? *limit != 0 : *limit <= value.back().first) {
            in.error(token.at, "scale denominators of VALUES begin with \"0\" and rise");
        }
        value.emplace_back(*limit, in.string());
    }
    if (value.empty()) {
        in.error(in.keyword_at(), "VALUES is empty");
    }
}

} // namespace ms::mapfile
