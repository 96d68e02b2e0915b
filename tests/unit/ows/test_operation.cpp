// SPDX-License-Identifier: MIT
#include "ows/operation.hpp"

#include "ows/common/service_exception.hpp"
#include "unit/ows/maps.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::ows;

namespace {

std::optional<http::Response> posted(std::string body)
{
    test::TestRequest request{test::example_map(), ""};
    request.request().method = http::Method::Post;
    request.request().body = std::move(body);
    return ows::dispatch(request.call());
}

} // namespace

// MapServer 8.0.0: "msOWSPreParseRequest(): OWS error. XML parsing error: ...".
TEST_CASE("operation: a body that is malformed XML is an error of its own")
{
    for (auto const* const body :
         {"<GetFeature service='WFS' version='1.1.0'><Query", "<GetFeature", "< ", "<a></b>"}) {
        CAPTURE(body);
        CHECK_THROWS_WITH_AS(posted(body), doctest::Contains("XML parsing error: "),
                             ows::ServiceException);
    }
    CHECK_FALSE(posted("<a/>").has_value());
    CHECK_FALSE(posted("mode=map").has_value());
    CHECK(posted("<GetFeature service='WFS' version='1.1.0'/>").has_value());
}
