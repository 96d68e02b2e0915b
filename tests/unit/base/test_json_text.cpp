// SPDX-License-Identifier: MIT
#include "base/json_text.hpp"

#include <doctest/doctest.h>

TEST_CASE("json_text: quotes, escapes and replaces what is not UTF-8")
{
    using ms::json_text;
    CHECK(json_text("") == "\"\"");
    CHECK(json_text("a\"b\\c/\xC3\xA9") == "\"a\\\"b\\\\c/\xC3\xA9\"");
    CHECK(json_text(std::string_view{"\n\x1F\0", 3}) == "\"\\u000a\\u001f\\u0000\"");
    CHECK(json_text("x\xFFy") == "\"x\xEF\xBF\xBDy\"");
}
