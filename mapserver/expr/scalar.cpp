// SPDX-License-Identifier: MIT
#include "expr/scalar.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace ms::expr {

namespace {

constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/// All of strtod's grammar; the common short decimals do not come here.
double read_any_number(std::string_view text) noexcept
{
    auto const first = text.find_first_not_of(" \t\n\v\f\r");
    if (first == std::string_view::npos) {
        return 0;
    }
    text.remove_prefix(first);
    bool const is_negative = text.front() == '-';
    if (is_negative || text.front() == '+') {
        text.remove_prefix(1);
    }
    bool const is_hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    auto const digits = is_hex ? text.substr(2) : text;
    if (digits.starts_with('-')) {
        return 0; // from_chars takes a sign that we have taken already
    }
    double value = 0;
    auto const* const end = digits.data() + digits.size();
    auto const [stop, error] = std::from_chars(
        digits.data(), end, value, is_hex ? std::chars_format::hex : std::chars_format::general);
    if (error == std::errc::invalid_argument) {
        return 0;
    }
    if (error == std::errc::result_out_of_range) { // 0 or infinity, which only strtod distinguishes
        value = std::strtod(std::string{digits.data(), stop}.c_str(), nullptr);
    }
    return is_negative ? -value : value;
}

} // namespace

double leading_number(std::string_view text) noexcept
{
    // Up to 15 digits and a point: the digits and the power of ten are exact in a double, so their
    // quotient is the nearest one (W. D. Clinger 1990, doi:10.1145/93542.93557).
    constexpr std::array<double, 16> powers{1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    constexpr std::size_t longest = 15;
    bool const is_negative = text.starts_with('-');
    std::size_t at = is_negative ? 1 : 0;
    if (text.size() == at || text.size() > at + longest + 1) {
        return read_any_number(text);
    }
    std::int64_t digits = 0;
    auto point = text.size();
    for (; at < text.size(); ++at) {
        if (is_digit(text[at])) {
            digits = digits * 10 + (text[at] - '0');
        } else if (text[at] == '.' && point == text.size()) {
            point = at;
        } else {
            return read_any_number(text);
        }
    }
    auto const decimals = point == text.size() ? 0 : text.size() - point - 1;
    auto const value = static_cast<double>(digits) / powers[decimals];
    return is_negative ? -value : value;
}

std::optional<double> calculate(Operator op, double a, double b) noexcept
{
    switch (op) {
    case Operator::Add:
        return a + b;
    case Operator::Subtract:
        return a - b;
    case Operator::Multiply:
        return a * b;
    case Operator::Divide:
        return b == 0 ? std::nullopt : std::optional{a / b};
    case Operator::IntegerDivide:
        return b == 0 ? std::nullopt : std::optional{std::trunc(a / b)};
    case Operator::Modulo: {
        auto const divisor = std::trunc(b);
        return divisor == 0 ? std::nullopt : std::optional{std::fmod(std::trunc(a), divisor)};
    }
    case Operator::Power:
        return std::pow(a, b);
    default:
        return std::nullopt;
    }
}

std::optional<double> round_to(double value, double step) noexcept
{
    // nearbyint() in the default rounding mode takes halves to the even number, as MapServer does.
    return step == 0 ? std::nullopt : std::optional{std::nearbyint(value / step) * step};
}

Operator mirrored(Operator op) noexcept
{
    switch (op) {
    case Operator::Less:
        return Operator::Greater;
    case Operator::LessEqual:
        return Operator::GreaterEqual;
    case Operator::Greater:
        return Operator::Less;
    case Operator::GreaterEqual:
        return Operator::LessEqual;
    default:
        return op;
    }
}

} // namespace ms::expr
