// SPDX-License-Identifier: MIT
#include "http/entity_tag.hpp"

#include <doctest/doctest.h>
#include <set>
#include <string>

using namespace ms::http;

TEST_CASE("digest: depends on the borders of parts")
{
    CHECK(Digest{}.add("ab").add("c").to_tag() != Digest{}.add("a").add("bc").to_tag());
    CHECK(Digest{}.add("").add("a").to_tag() != Digest{}.add("a").to_tag());
    CHECK(Digest{}.add("a").to_tag() != Digest{}.add(std::string_view{"a\0", 2}).to_tag());
    CHECK(Digest{}.add("a").to_tag() == Digest{}.add("a").to_tag());
}

TEST_CASE("digest: no two of many short and long texts share a tag")
{
    std::set<std::string> tags;
    for (int number = 0; number < 20000; ++number) {
        tags.insert(Digest{}.add(std::to_string(number)).to_tag());
        tags.insert(Digest{}
                        .add(std::string(static_cast<std::size_t>(number % 200), 'x') +
                             std::to_string(number) + "................")
                        .to_tag());
    }
    CHECK(tags.size() == 40000);
}

TEST_CASE("digest: a tag is weak and quoted, with 32 hexadecimal digits")
{
    auto const tag = Digest{}.add("map").to_tag();
    CHECK(tag.size() == 3 + 32 + 1);
    CHECK(tag.starts_with("W/\""));
    CHECK(tag.find_first_not_of("0123456789abcdef", 3) == tag.size() - 1);
}

// The examples of RFC 9110, 8.8.3.2 and 13.1.2.
TEST_CASE("If-None-Match: lists, weakness and the star")
{
    CHECK(names_tag(R"("xyzzy")", R"("xyzzy")"));
    CHECK(names_tag(R"(W/"xyzzy")", R"("xyzzy")"));
    CHECK(names_tag(R"("xyzzy")", R"(W/"xyzzy")"));
    CHECK(names_tag(R"("xyzzy", "r2d2xxxx", "c3piozzzz")", R"(W/"r2d2xxxx")"));
    CHECK(names_tag(R"(W/"xyzzy",W/"r2d2xxxx")", R"(W/"r2d2xxxx")"));
    CHECK(names_tag(" * ", R"("anything")"));
    CHECK_FALSE(names_tag(R"("xyzzy")", R"("xyzz")"));
    CHECK_FALSE(names_tag("xyzzy", R"("xyzzy")"));
    CHECK_FALSE(names_tag(R"("xyzzy)", R"("xyzzy")"));
    CHECK_FALSE(names_tag("", R"("xyzzy")"));
    CHECK(names_tag(R"("a,b", "c")", R"("c")"));
    CHECK_FALSE(names_tag(R"("a", "b")", R"(", ")"));
}
