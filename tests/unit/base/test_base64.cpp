// SPDX-License-Identifier: MIT
#include "base/base64.hpp"

#include <doctest/doctest.h>

#include <array>

namespace {

std::vector<std::uint8_t> bytes(std::string_view text)
{
    return {text.begin(), text.end()};
}

/// RFC 4648, 10: test vectors.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> vectors{{
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
}};

} // namespace

TEST_CASE("base64: bytes are written as in RFC 4648")
{
    for (auto const& [plain, text] : vectors) {
        CHECK(ms::to_base64(bytes(plain)) == text);
    }
    CHECK(ms::to_base64(std::array<std::uint8_t, 3>{0xfb, 0xff, 0xbf}) == "+/+/");
}

TEST_CASE("base64: text is read as in RFC 4648")
{
    for (auto const& [plain, text] : vectors) {
        CHECK(ms::from_base64(text) == bytes(plain));
    }
}

TEST_CASE("base64: a data URL has its bytes after the comma")
{
    CHECK(ms::from_data_url("data:image/png;base64,Zm9v") == bytes("foo"));
    CHECK_FALSE(ms::from_data_url("data:image/png,Zm9v"));
    CHECK_FALSE(ms::from_data_url("images/data:x;base64,Zm9v"));
    CHECK_FALSE(ms::from_data_url("data:image/png;base64,Zm9"));
}

TEST_CASE("base64: truncated text and other characters are invalid")
{
    for (auto const* const text :
         {"Zg", "Zg=", "Z===", "=", "Zm9v\n", "Zm-v", "Zg==Zg==", "Zm 9"}) {
        CHECK_FALSE(ms::from_base64(text));
    }
}
