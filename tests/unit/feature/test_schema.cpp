// SPDX-License-Identifier: MIT
#include "feature/schema.hpp"

#include <doctest/doctest.h>

using ms::feature::Schema;

TEST_CASE("schema: a field is found in any case")
{
    Schema const schema{{{.name = "Name"}, {.name = "pop"}}};
    CHECK(schema.find("Name") == 0U);
    CHECK(schema.find("NAME") == 0U);
    CHECK(schema.find("POP") == 1U);
    CHECK_FALSE(schema.find("nam"));
    CHECK_FALSE(schema.find(""));
}

TEST_CASE("schema: the case matters if fields differ in nothing else")
{
    Schema const schema{{{.name = "id"}, {.name = "ID"}}};
    CHECK(schema.find("id") == 0U);
    CHECK(schema.find("ID") == 1U);
    CHECK(schema.find("Id") == 0U);
}
