// SPDX-License-Identifier: MIT
#include "ows/wms/filter_parameter.hpp"

#include "base/error.hpp"
#include "ows/common/service_exception.hpp"

#include <doctest/doctest.h>

using ms::ows::wms::parse_filters;

TEST_CASE("FILTER: one in parentheses for each layer, or a single one without")
{
    CHECK(parse_filters("", 2).empty());
    auto const one = parse_filters("<Filter><A/></Filter>", 1);
    REQUIRE(one.size() == 1);
    CHECK(one[0].name == "Filter");
    auto const two = parse_filters("(<Filter><A/></Filter>)( <ogc:Filter><B/></ogc:Filter> )", 2);
    REQUIRE(two.size() == 2);
    CHECK(two[0].child("A") != nullptr);
    CHECK(two[1].child("B") != nullptr);
}

TEST_CASE("FILTER: empty parentheses leave a layer as it is")
{
    auto const filters = parse_filters("()(<Filter/>)", 2);
    REQUIRE(filters.size() == 2);
    CHECK(filters[0].name.empty());
    CHECK(filters[1].name == "Filter");
}

TEST_CASE("FILTER: a wrong number of them, and invalid XML, are errors")
{
    CHECK_THROWS_AS((void)parse_filters("(<Filter/>)", 2), ms::ows::ServiceException);
    CHECK_THROWS_AS((void)parse_filters("(<Filter/>)(<Filter/>)", 1), ms::ows::ServiceException);
    CHECK_THROWS_AS((void)parse_filters("(<Filter)", 1), ms::Error);
}
