// SPDX-License-Identifier: MIT
#include "inja/arithmetic.hpp"

#include "base/string.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace ms::inja {

namespace {

[[noreturn]] void refuse(std::string const& message)
{
    throw WrongValue{message};
}

double number(Json const& value)
{
    if (!value.is_number()) {
        refuse("a number is needed here");
    }
    return value.get<double>();
}

std::int64_t integer(Json const& value)
{
    if (!value.is_number_integer()) {
        refuse("an integer is needed here");
    }
    return value.get<std::int64_t>();
}

std::string const& text(Json const& value)
{
    if (!value.is_string()) {
        refuse("a text is needed here");
    }
    return value.get_ref<std::string const&>();
}

Json const& array(Json const& value)
{
    if (!value.is_array()) {
        refuse("an array is needed here");
    }
    return value;
}

Json const& filled(Json const& value)
{
    if (array(value).empty()) {
        refuse("the array is empty");
    }
    return value;
}

/// Integers stay integers unless they become too large.
template <typename Checked, typename Real>
Json arithmetic(Json const& a, Json const& b, Checked checked, Real real)
{
    std::int64_t result = 0;
    if (a.is_number_integer() && b.is_number_integer() &&
        !checked(a.get<std::int64_t>(), b.get<std::int64_t>(), &result)) {
        return result;
    }
    return real(number(a), number(b));
}

Json add(Json const& a, Json const& b)
{
    if (a.is_string() && b.is_string()) {
        return text(a) + text(b);
    }
    return arithmetic(
        a, b, [](auto x, auto y, auto* sum) { return __builtin_add_overflow(x, y, sum); },
        [](double x, double y) { return x + y; });
}

Json subtract(Json const& a, Json const& b)
{
    return arithmetic(
        a, b, [](auto x, auto y, auto* rest) { return __builtin_sub_overflow(x, y, rest); },
        [](double x, double y) { return x - y; });
}

Json multiply(Json const& a, Json const& b)
{
    return arithmetic(
        a, b, [](auto x, auto y, auto* product) { return __builtin_mul_overflow(x, y, product); },
        [](double x, double y) { return x * y; });
}

Json divide(Json const& a, Json const& b)
{
    auto const divisor = number(b);
    if (divisor == 0) {
        refuse("division by zero");
    }
    return number(a) / divisor;
}

std::int64_t remainder(Json const& a, Json const& b)
{
    auto const divisor = integer(b);
    if (divisor == 0) {
        refuse("division by zero");
    }
    return divisor == -1 ? 0 : integer(a) % divisor;
}

Json power(Json const& a, Json const& b)
{
    constexpr double exact = 9007199254740992.0; // 2^53
    auto const result = std::pow(number(a), number(b));
    bool const is_integer = a.is_number_integer() && b.is_number_integer() && number(b) >= 0;
    return is_integer && std::abs(result) <= exact ? Json(static_cast<std::int64_t>(result))
                                                   : Json(result);
}

bool is_in(Json const& value, Json const& list)
{
    if (!list.is_array() && !list.is_object()) {
        return list == value;
    }
    return std::ranges::any_of(list, [&](Json const& item) { return item == value; });
}

/// Charges the memory of a copy.
void measure(Json const& value, Budget& budget, int depth)
{
    constexpr int max_depth = 100; // copying and writing recurse
    if (depth > max_depth) {
        refuse("the value is nested too deeply");
    }
    budget.work();
    budget.keep(sizeof(Json) + (value.is_string() ? text(value).size() : 0));
    if (value.is_structured()) {
        for (auto const& item : value) {
            measure(item, budget, depth + 1);
        }
    }
}

Json at(Json const& container, Json const& place, Budget& budget)
{
    if (container.is_object()) {
        auto const found = container.find(text(place));
        return found == container.end() ? (refuse("there is no such member"), Json{})
                                        : copied(*found, budget);
    }
    auto const index = integer(place);
    if (index < 0 || static_cast<std::size_t>(index) >= array(container).size()) {
        refuse("there is no such item");
    }
    return copied(container[static_cast<std::size_t>(index)], budget);
}

Json range(Json const& count, Budget& budget)
{
    auto list = Json::array();
    for (std::int64_t i = 0; i < integer(count); ++i) {
        budget.work();
        budget.keep(sizeof(Json));
        list.push_back(i);
    }
    return list;
}

Json join(Json const& list, Json const& separator, Budget& budget)
{
    if (!list.is_array()) {
        return list;
    }
    std::string joined;
    for (auto const& item : list) {
        auto const before = joined.size();
        joined += &item == &list.front() ? "" : text(separator);
        joined += item.is_string() ? text(item)
                                   : item.dump(-1, ' ', false, Json::error_handler_t::replace);
        budget.work();
        budget.keep(joined.size() - before);
    }
    return joined;
}

Json replace(Json const& subject, Json const& from, Json const& to, Budget& budget)
{
    auto const& all = text(subject);
    auto const& part = text(from);
    if (part.empty()) {
        return all;
    }
    std::string replaced;
    std::size_t at = 0;
    for (auto found = all.find(part); found != std::string::npos; found = all.find(part, at)) {
        budget.work();
        budget.keep(found - at + text(to).size());
        replaced.append(all, at, found - at).append(text(to));
        at = found + part.size();
    }
    return replaced.append(all, at);
}

Json round(Json const& value, Json const& digits)
{
    auto const places = integer(digits);
    if (places < -300 || places > 300) {
        refuse("a number of digits is needed here");
    }
    if (places == 0) {
        constexpr double exact = 9007199254740992.0;
        auto const nearest = std::round(number(value));
        return std::abs(nearest) <= exact ? Json(static_cast<std::int64_t>(nearest))
                                          : Json(nearest);
    }
    auto const scale = std::pow(10.0, static_cast<double>(places));
    return std::round(number(value) * scale) / scale;
}

Json sorted(Json list)
{
    std::ranges::sort(list.get_ref<Json::array_t&>());
    return list;
}

Json to_integer(Json const& value)
{
    constexpr double exact = 9007199254740992.0;
    auto const found =
        value.is_string() ? parse_double(trim(text(value))) : std::optional{number(value)};
    if (!found || std::abs(*found) > exact) {
        refuse("an integer is needed here");
    }
    return static_cast<std::int64_t>(*found);
}

Json to_float(Json const& value)
{
    auto const found =
        value.is_string() ? parse_double(trim(text(value))) : std::optional{number(value)};
    return found ? Json(*found) : (refuse("a number is needed here"), Json{});
}

std::string capitalized(std::string const& word)
{
    return word.empty() ? word : to_upper(word.substr(0, 1)) + to_lower(word.substr(1));
}

std::size_t length(Json const& value)
{
    return value.is_string() ? text(value).size() : value.size();
}

std::size_t size_of(Json const& value)
{
    return value.is_string() ? text(value).size() : 0;
}

Json comparison(Function function, Json const& a, Json const& b)
{
    switch (function) {
    case Function::Equal:
        return a == b;
    case Function::NotEqual:
        return a != b;
    case Function::Less:
        return a < b;
    case Function::LessEqual:
        return a <= b;
    case Function::Greater:
        return a > b;
    case Function::GreaterEqual:
        return a >= b;
    default:
        return is_in(a, b);
    }
}

Json operation(Function function, Json const& a, Json const& b, Budget& budget)
{
    switch (function) {
    case Function::Add:
        budget.keep(size_of(a) + size_of(b));
        return add(a, b);
    case Function::Subtract:
        return subtract(a, b);
    case Function::Multiply:
        return multiply(a, b);
    case Function::Divide:
        return divide(a, b);
    case Function::Modulo:
        return remainder(a, b);
    case Function::Power:
        return power(a, b);
    case Function::DivisibleBy:
        return remainder(a, b) == 0;
    case Function::At:
        return at(a, b, budget);
    case Function::ExistsIn:
        return a.is_object() && b.is_string() && a.contains(text(b));
    case Function::Join:
        return join(a, b, budget);
    case Function::Round:
        return round(a, b);
    default:
        return comparison(function, a, b);
    }
}

Json type_test(Function function, Json const& value)
{
    switch (function) {
    case Function::IsArray:
        return value.is_array();
    case Function::IsBoolean:
        return value.is_boolean();
    case Function::IsFloat:
        return value.is_number_float();
    case Function::IsInteger:
        return value.is_number_integer();
    case Function::IsNumber:
        return value.is_number();
    case Function::IsObject:
        return value.is_object();
    default:
        return value.is_string();
    }
}

Json of_one(Function function, Json const& value, Budget& budget)
{
    switch (function) {
    case Function::Not:
        return !is_true(value);
    case Function::Negate:
        return subtract(0, value);
    case Function::Capitalize:
        return capitalized(text(value));
    case Function::Even:
        return integer(value) % 2 == 0;
    case Function::Odd:
        return integer(value) % 2 != 0;
    case Function::First:
        return value.is_string() ? value : copied(filled(value).front(), budget);
    case Function::Last:
        return value.is_string() ? value : copied(filled(value).back(), budget);
    case Function::Float:
        return to_float(value);
    case Function::Int:
        return to_integer(value);
    case Function::Length:
        return length(value);
    case Function::Lower:
        return to_lower(text(value));
    case Function::Upper:
        return to_upper(text(value));
    case Function::Max:
        return copied(*std::ranges::max_element(filled(value)), budget);
    case Function::Min:
        return copied(*std::ranges::min_element(filled(value)), budget);
    case Function::Range:
        return range(value, budget);
    case Function::Sort:
        return sorted(copied(array(value), budget));
    case Function::Safe:
        return copied(value, budget);
    default:
        return type_test(function, value);
    }
}

} // namespace

bool is_true(Json const& value)
{
    switch (value.type()) {
    case Json::value_t::boolean:
        return value.get<bool>();
    case Json::value_t::string:
        return !value.get_ref<std::string const&>().empty();
    case Json::value_t::null:
        return false;
    default:
        return value.is_number() ? value.get<double>() != 0 : !value.empty();
    }
}

Json copied(Json const& value, Budget& budget)
{
    measure(value, budget, 0);
    return value;
}

Json apply(Function function, std::span<Json const* const> arguments, Budget& budget)
{
    switch (arguments.size()) {
    case 1:
        budget.keep(size_of(*arguments[0]));
        return of_one(function, *arguments[0], budget);
    case 2:
        return operation(function, *arguments[0], *arguments[1], budget);
    case 3:
        return replace(*arguments[0], *arguments[1], *arguments[2], budget);
    default:
        refuse("super() stands alone in {{ }} within a block");
    }
}

} // namespace ms::inja
