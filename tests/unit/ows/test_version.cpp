// SPDX-License-Identifier: MIT
#include "ows/wms/version.hpp"

#include "ows/common/service_exception.hpp"

#include <doctest/doctest.h>

using namespace ms::ows::wms;
using ms::http::Parameters;

TEST_CASE("version: operations need one of ours, exactly")
{
    CHECK(required_version(Parameters{{"VERSION", "1.1.1"}}) == Version::V111);
    CHECK(required_version(Parameters{{"wmtver", "1.0.0"}}) == Version::V100);
    CHECK_THROWS_AS((void)required_version({}), ms::ows::ServiceException);
    CHECK_THROWS_AS((void)required_version(Parameters{{"VERSION", "1.2.0"}}),
                    ms::ows::ServiceException);
    CHECK_THROWS_AS((void)required_version(Parameters{{"VERSION", "1"}}),
                    ms::ows::ServiceException);
    CHECK_THROWS_AS((void)required_version(Parameters{{"VERSION", "1.3.0x"}}),
                    ms::ows::ServiceException);
}

// The examples of OGC 06-042, 6.2.4, for our versions; MapServer 8.0.0 answers 1.2.7 with 1.1.1.
TEST_CASE("version negotiation: the highest that is not above the requested one, else the lowest")
{
    auto const negotiate = [](std::string const& version) {
        return to_text(negotiated_version(Parameters{{"VERSION", version}}, {}));
    };
    CHECK(negotiate("1.3.0") == "1.3.0");
    CHECK(negotiate("1.2.7") == "1.1.1");
    CHECK(negotiate("1.1.0") == "1.1.0");
    CHECK(negotiate("1.0.7") == "1.0.0");
    CHECK(negotiate("0.9") == "1.0.0");
    CHECK(negotiate("2.0.0") == "1.3.0");
    CHECK(negotiate("100.0.0") == "1.3.0");
    CHECK(negotiate("99999999999.0.0") == "1.3.0");
    CHECK_THROWS_AS((void)negotiate("-1.0.0"), ms::ows::ServiceException);
    CHECK_THROWS_AS((void)negotiate("x"), ms::ows::ServiceException);
}

TEST_CASE("version negotiation: the default is the map's, else the highest")
{
    CHECK(negotiated_version({}, {}) == Version::V130);
    CHECK(negotiated_version({}, {{{"wms_getcapabilities_version", "1.1.1"}}}) == Version::V111);
    CHECK(negotiated_version({}, {{{"wms_getcapabilities_version", "1.0.5"}}}) == Version::V100);
    CHECK(negotiated_version({}, {{{"wms_getcapabilities_version", "x"}}}) == Version::V130);
}
