// SPDX-License-Identifier: MIT
#include "source/shapefile/encoding.hpp"

#include "base/handle.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <array>

#include <iconv.h>

namespace ms::source::shapefile {

namespace {

using Iconv = Handle<void, iconv_close>; // iconv_t is void* in POSIX implementations we know

bool is_digits(std::string_view text) noexcept
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

bool is_ascii(std::string_view text) noexcept
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string without_separators(std::string_view text)
{
    std::string result;
    std::ranges::copy_if(text, std::back_inserter(result),
                         [](char c) { return c != ' ' && c != '-' && c != '_'; });
    return result;
}

/// Converts a whole text; false when it is malformed.
bool convert(iconv_t converter, std::string_view text, std::string& out)
{
    constexpr std::size_t max_growth = 4; // bytes of UTF-8 for a byte of anything
    out.resize(text.size() * max_growth);
    auto* from = const_cast<char*>(text.data()); // iconv's signature; it does not write there
    auto from_left = text.size();
    auto* to = out.data();
    auto to_left = out.size();
    ::iconv(converter, nullptr, nullptr, nullptr, nullptr); // back to the initial shift state
    if (::iconv(converter, &from, &from_left, &to, &to_left) == static_cast<std::size_t>(-1)) {
        return false;
    }
    out.resize(out.size() - to_left);
    return true;
}

} // namespace

struct ToUtf8::State {
    Iconv converter;
    bool keeps_ascii = false; ///< ASCII text is the same in this encoding
    std::string converted;
};

std::optional<std::string> encoding_of_cpg(std::string_view content)
{
    // One line; what ArcGIS and GDAL write there: "UTF-8", "ISO-8859-1", "88591", "1252", "OEM
    // 437".
    auto const line = trim(content.substr(0, content.find_first_of("\r\n")));
    if (line.empty()) {
        return std::nullopt;
    }
    auto name = to_upper(without_separators(line));
    for (std::string_view const prefix : {"ANSI", "OEM", "CP", "WINDOWS", "ISO"}) {
        if (name.starts_with(prefix)) {
            name.erase(0, prefix.size());
            break;
        }
    }
    if (!is_digits(name)) {
        return std::string{line};
    }
    constexpr std::string_view iso = "8859";
    if (name.starts_with(iso) && name.size() > iso.size()) {
        return "ISO-8859-" + name.substr(iso.size());
    }
    return name == "65001" ? std::string{"UTF-8"} : "CP" + name;
}

ToUtf8::ToUtf8() = default;
ToUtf8::~ToUtf8() = default;
ToUtf8::ToUtf8(ToUtf8&&) noexcept = default;
ToUtf8& ToUtf8::operator=(ToUtf8&&) noexcept = default;

std::optional<ToUtf8> ToUtf8::from(std::string const& encoding)
{
    ToUtf8 result;
    if (equals_ignoring_case(encoding, "UTF-8") || equals_ignoring_case(encoding, "UTF8")) {
        return result;
    }
    auto* const converter = ::iconv_open("UTF-8", encoding.c_str());
    if (converter == reinterpret_cast<iconv_t>(-1)) {
        return std::nullopt;
    }
    result.m_state = std::make_unique<State>();
    result.m_state->converter.reset(converter);

    std::array<char, 0x7f> ascii{};
    for (std::size_t i = 0; i < ascii.size(); ++i) {
        ascii[i] = static_cast<char>(i + 1);
    }
    std::string_view const all{ascii.data(), ascii.size()};
    auto& converted = result.m_state->converted;
    result.m_state->keeps_ascii = convert(converter, all, converted) && converted == all;
    return result;
}

std::string_view ToUtf8::operator()(std::string_view text)
{
    if (!m_state || (m_state->keeps_ascii && is_ascii(text))) {
        return text;
    }
    return convert(m_state->converter.get(), text, m_state->converted) ? m_state->converted : text;
}

} // namespace ms::source::shapefile
