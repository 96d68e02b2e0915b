// SPDX-License-Identifier: MIT
#include "ows/wcs/read_values.hpp"

#include "base/string.hpp"
#include "ows/wcs/wcs_exception.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ms::ows::wcs {

namespace {

constexpr std::size_t max_list_length = 1000;

std::vector<double> numbers_of(std::string_view text)
{
    auto const spaced = replace_all(text, ",", " ");
    std::vector<double> numbers;
    for (auto const word : split_words(spaced)) {
        auto const number = parse_double(word);
        if (!number || !std::isfinite(*number)) {
            return {};
        }
        numbers.push_back(*number);
    }
    return numbers;
}

[[noreturn]] void refuse_count(std::string_view name)
{
    throw WcsException{invalid_value, std::string{name}, in_parse,
                       fmt::format("Wrong number of arguments for {}", name)};
}

} // namespace

std::vector<std::string> list_of(std::string_view text, std::string_view name)
{
    std::vector<std::string> pieces;
    if (trim(text).empty()) {
        return pieces;
    }
    if (std::ranges::count(text, ',') >= static_cast<std::ptrdiff_t>(max_list_length)) {
        throw WcsException{invalid_value, std::string{name}, in_parse,
                           fmt::format("Too many values in {}.", name)};
    }
    for (auto const piece : split(text, ',')) {
        pieces.emplace_back(trim(piece));
    }
    return pieces;
}

std::array<double, 2> pair_of(std::string_view text, std::string_view name)
{
    auto const numbers = numbers_of(text);
    if (numbers.size() != 2) {
        refuse_count(name);
    }
    return {numbers[0], numbers[1]};
}

std::array<double, 2> offsets_of(std::string_view text)
{
    auto const numbers = numbers_of(text);
    if (numbers.size() == 2) {
        return {numbers[0], numbers[1]};
    }
    if (numbers.size() == 4) {
        return numbers[0] != 0 ? std::array{numbers[0], numbers[3]}
                               : std::array{numbers[1], numbers[2]};
    }
    refuse_count("GridOffsets");
}

std::optional<double> bound_of(std::string_view text)
{
    text = trim(text);
    if (text.empty() || text == "*") {
        return std::nullopt;
    }
    auto const number = parse_double(text);
    if (!number || !std::isfinite(*number)) {
        throw WcsException{"InvalidSubsetting", "subset", "msWCSParseTimeOrScalar20()",
                           fmt::format("String {0} could not be parsed to a time or scalar value "
                                       "Unrecognized date or time format ({0}).",
                                       text.substr(0, 100)),
                           ErrorKind::NotFound};
    }
    return number;
}

void check_order(Subset const& subset)
{
    if (subset.low && subset.high && *subset.low > *subset.high) {
        throw WcsException{"InvalidSubsetting", "subset", "msWCSParseSubset20()",
                           fmt::format("Minimum value ({:f}) of subset axis '{}' is larger than "
                                       "maximum value ({:f}).",
                                       *subset.low, subset.axis, *subset.high),
                           ErrorKind::NotFound};
    }
}

int size_of(std::string_view text)
{
    auto const number = parse_int(trim(text));
    if (!number || *number < 0) {
        throw WcsException{
            invalid_value, "request", "msWCSParseSize20()",
            fmt::format("Parameter value '{}' is not a valid integer.", text.substr(0, 100))};
    }
    return *number;
}

double positive_of(std::string_view text, std::string_view name)
{
    auto const number = parse_double(trim(text));
    if (!number) {
        throw WcsException{invalid_value, "request", in_parse_20,
                           fmt::format("Could not parse parameter '{}'.", name)};
    }
    if (!std::isfinite(*number) || *number <= 0) {
        throw WcsException{invalid_value, "request", in_parse_20,
                           fmt::format("Invalid value for '{}'.", name)};
    }
    return *number;
}

} // namespace ms::ows::wcs
