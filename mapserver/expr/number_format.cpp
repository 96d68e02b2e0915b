// SPDX-License-Identifier: MIT
#include "expr/number_format.hpp"

#include "base/string.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

namespace ms::expr {

namespace {

/// The known parts of a conversion between % and the letter.
struct Conversion {
    bool is_left = false;
    bool is_zero_filled = false;
    bool is_alternate = false;
    char sign = '\0';
    std::string width;
    std::string precision;
    char letter = '\0';
};

std::string take_digits(std::string_view& rest)
{
    auto const end = rest.find_first_not_of("0123456789");
    std::string digits{rest.substr(0, end)};
    rest.remove_prefix(digits.size());
    return digits;
}

bool is_bounded(std::string const& digits)
{
    constexpr int longest = 1024;
    return digits.empty() || parse_int(digits).value_or(longest + 1) <= longest;
}

/// \param rest begins after the %; the parsed part is removed
std::optional<Conversion> take_conversion(std::string_view& rest)
{
    Conversion read;
    for (constexpr std::string_view flags = "-+ #0'";
         !rest.empty() && flags.find(rest.front()) != std::string_view::npos;
         rest.remove_prefix(1)) {
        char const flag = rest.front(); // ' groups digits by the locale, which is always "C" here
        read.is_left |= flag == '-';
        read.is_zero_filled |= flag == '0';
        read.is_alternate |= flag == '#';
        read.sign = flag == '+' ? '+' : flag == ' ' && read.sign == '\0' ? ' ' : read.sign;
    }
    read.width = take_digits(rest);
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        read.precision = take_digits(rest);
        read.precision = read.precision.empty() ? "0" : read.precision;
    }
    if (rest.starts_with('l')) { // "%lf" is "%f"
        rest.remove_prefix(1);
    }
    constexpr std::string_view letters = "eEfFgGdi";
    if (rest.empty() || letters.find(rest.front()) == std::string_view::npos ||
        !is_bounded(read.width) || !is_bounded(read.precision)) {
        return std::nullopt;
    }
    read.letter = rest.front();
    rest.remove_prefix(1);
    return read;
}

bool is_integer_letter(char letter)
{
    return letter == 'd' || letter == 'i';
}

std::string spec_of(Conversion const& read)
{
    std::string spec = "{:";
    spec += read.is_left ? "<" : read.is_zero_filled ? "" : ">";
    spec += read.sign == '\0' ? "" : std::string(1, read.sign);
    spec += read.is_alternate ? "#" : "";
    spec += read.is_zero_filled && !read.is_left ? "0" : "";
    auto const width = read.width.find_first_not_of('0');
    spec += width == std::string::npos ? "" : read.width.substr(width);
    if (is_integer_letter(read.letter)) {
        return spec + ".0f}";
    }
    return spec + (read.precision.empty() ? "" : "." + read.precision) + read.letter + "}";
}

} // namespace

std::optional<NumberFormat> NumberFormat::parse(std::string_view format)
{
    NumberFormat result;
    while (!format.empty()) {
        auto& text = result.m_spec.empty() ? result.m_before : result.m_after;
        auto const percent = format.find('%');
        text.append(format.substr(0, percent));
        if (percent == std::string_view::npos) {
            break;
        }
        format.remove_prefix(percent + 1);
        if (format.empty() || format.front() == '%') { // a last one alone is itself
            text += '%';
            format.remove_prefix(format.empty() ? 0 : 1);
            continue;
        }
        auto const conversion = take_conversion(format);
        if (!conversion || !result.m_spec.empty()) {
            return std::nullopt;
        }
        result.m_spec = spec_of(*conversion);
        result.m_is_integer = is_integer_letter(conversion->letter);
    }
    return result;
}

void NumberFormat::append(double value, std::string& out) const
{
    out += m_before;
    if (!m_spec.empty()) {
        fmt::format_to(std::back_inserter(out), fmt::runtime(m_spec),
                       m_is_integer ? std::trunc(value) : value);
    }
    out += m_after;
}

} // namespace ms::expr
