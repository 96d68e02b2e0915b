// SPDX-License-Identifier: MIT
#include "base/to_utf8.hpp"

#include "base/handle.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <array>

#include <iconv.h>

namespace ms {

namespace {

using Iconv = Handle<void, iconv_close>; // iconv_t is void* in POSIX implementations we know

bool is_ascii(std::string_view text) noexcept
{
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
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
    auto const is_converted = [&](char** text_left, std::size_t* bytes_left) {
        return ::iconv(converter, text_left, bytes_left, &to, &to_left) !=
               static_cast<std::size_t>(-1);
    };
    // Encodings with accents after their letters hold back the last letter until the end of the
    // input is signalled (POSIX iconv(): "inbuf is a null pointer").
    if (!is_converted(&from, &from_left) || !is_converted(nullptr, nullptr)) {
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

} // namespace ms
