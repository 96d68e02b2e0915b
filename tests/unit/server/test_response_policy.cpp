// SPDX-License-Identifier: MIT
#include "server/app/response_policy.hpp"
#include "server/cache/request_key.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::server;

namespace {

http::Response page(std::string const& type = "text/xml", std::size_t size = 5000)
{
    return http::text_response(200, type, std::string(size, 'x'));
}

/// Values of a header, "|" between them.
std::string header(http::Response const& response, std::string_view name)
{
    std::string values;
    for (auto const& [key, value] : response.headers) {
        if (key == name) {
            values += (values.empty() ? "" : "|") + value;
        }
    }
    return values;
}

http::Response answered(http::Request const& request, http::Response response = page(),
                        ResponsePolicy const& policy = {})
{
    apply(policy, request, response);
    return response;
}

http::Request asking(http::Method method = http::Method::Get)
{
    http::Request request;
    request.method = method;
    return request;
}

} // namespace

TEST_CASE("policy: an answer has a tag of its bytes, and who shows it gets 304 without a body")
{
    auto request = asking();
    auto const first = answered(request);
    auto const tag = header(first, "ETag");
    CHECK(tag.starts_with("W/\""));
    CHECK(header(answered(request, page("text/xml", 5001)), "ETag") != tag);
    CHECK(header(answered(request, page("text/html")), "ETag") != tag);

    request.if_none_match = "\"other\", " + tag;
    auto const again = answered(request);
    CHECK(again.status == 304);
    CHECK(again.body.empty());
    CHECK(again.content_type.empty());
    CHECK(header(again, "ETag") == tag);
    CHECK(header(again, "Vary") == "Accept-Encoding");
}

TEST_CASE("policy: a 304 of the renderer has no type, but the headers that depend on it")
{
    http::Response unchanged;
    unchanged.status = 304;
    unchanged.content_type = "image/svg+xml";
    auto const drawing = answered(asking(), unchanged);
    CHECK(drawing.content_type.empty());
    CHECK(header(drawing, "Vary") == "Accept-Encoding");
    unchanged.content_type = "image/png";
    CHECK(header(answered(asking(), unchanged), "Vary").empty());
}

TEST_CASE("policy: a tag that the operation gave stays")
{
    auto response = page("image/png");
    response.headers.emplace_back("ETag", "W/\"of the data\"");
    CHECK(header(answered(asking(), response), "ETag") == "W/\"of the data\"");
}

TEST_CASE("policy: answers to POST have no tag, and errors are not cached")
{
    CHECK(header(answered(asking(http::Method::Post)), "ETag").empty());
    auto request = asking();
    request.if_none_match = "*";
    auto const error = answered(request, http::text_response(400, "text/xml", "no"));
    CHECK(error.status == 400);
    CHECK(header(error, "ETag").empty());
    CHECK(header(error, "Cache-Control") == "no-store");
    auto report = page(); // MapServer's 200 for exceptions
    report.failure = "no such layer";
    CHECK(header(answered(asking(), report), "Cache-Control") == "no-store");
    CHECK(header(answered(asking(), report), "ETag").empty());
}

TEST_CASE("policy: a 503 has Retry-After")
{
    CHECK(header(answered(asking(), http::text_response(503, "text/xml", "later")),
                 "Retry-After") == "5");
}

TEST_CASE("policy: texts are compressed for those who take it, and caches know")
{
    auto request = asking();
    CHECK(header(answered(request), "Content-Encoding").empty());
    CHECK(header(answered(request), "Vary") == "Accept-Encoding");
    request.accepts_gzip = true;
    auto const small = answered(request);
    CHECK(header(small, "Content-Encoding") == "gzip");
    CHECK(small.body.size() < 200);
    CHECK(small.body.at(0) == 0x1F); // RFC 1952, 2.3.1
    CHECK(small.body.at(1) == 0x8B);
    CHECK(header(small, "ETag") == header(answered(asking()), "ETag"));
    CHECK(header(answered(request, page("text/xml", 100)), "Content-Encoding").empty());
    CHECK(header(answered(request, page("image/png")), "Content-Encoding").empty());
    CHECK(header(answered(request, page("image/png")), "Vary").empty());
    CHECK(
        header(answered(request, page(), {.origins = {}, .compresses = false}), "Content-Encoding")
            .empty());
    auto packed = page("image/svg+xml");
    packed.headers.emplace_back("Content-Encoding", "gzip");
    CHECK(answered(request, packed).body.size() == 5000);
}

TEST_CASE("policy: pages of other origins may read what the operator allows")
{
    constexpr auto allowed = "Access-Control-Allow-Origin";
    auto request = asking();
    request.origin = "https://maps.example";
    CHECK(header(answered(request), allowed).empty());
    ResponsePolicy const all{.origins = {"*"}};
    CHECK(header(answered(request, page("image/png"), all), allowed) == "*");
    CHECK(header(answered(request, page("image/png"), all), "Vary").empty());
    ResponsePolicy const some{.origins = {"https://other.example", "https://maps.example"}};
    auto const listed = answered(request, page("image/png"), some);
    CHECK(header(listed, allowed) == "https://maps.example");
    CHECK(header(listed, "Vary") == "Origin");
    request.origin = "https://maps.example.evil";
    CHECK(header(answered(request, page("image/png"), some), allowed).empty());
    CHECK(header(answered(request, page("image/png"), some), "Vary") == "Origin");

    request.origin = "https://maps.example";
    request.method = http::Method::Options;
    http::Response nothing;
    nothing.status = 204;
    auto const preflight = answered(request, nothing, some);
    CHECK(header(preflight, "Access-Control-Allow-Methods") == "GET, HEAD, POST");
    CHECK(header(preflight, "Access-Control-Max-Age") == "86400");
}

TEST_CASE("policy: an encoded answer is encoded once, also for clients that have it")
{
    auto request = asking();
    request.accepts_gzip = true;
    auto kept = page();
    encode({}, request, kept);
    auto const first = answered(request, kept);
    CHECK(first.body == kept.body);
    CHECK(header(first, "Content-Encoding") == "gzip");
    CHECK(header(first, "Vary") == "Accept-Encoding");
    CHECK(header(first, "ETag") == header(answered(asking()), "ETag"));
    request.if_none_match = header(first, "ETag");
    auto const again = answered(request, kept);
    CHECK(again.status == 304);
    // RFC 9110, 15.4.5: of the headers that describe the content only those that caches need.
    CHECK(header(again, "Content-Encoding").empty());

    auto plain = page();
    encode({}, asking(), plain);
    CHECK(header(answered(asking(), plain), "Vary") == "Accept-Encoding");
}

TEST_CASE("policy: requests that differ in a relevant header do not share an answer")
{
    auto const key = flight_key(asking());
    auto request = asking();
    request.if_none_match = "\"a\"";
    CHECK(flight_key(request) != key);
    request = asking();
    request.accepts_gzip = true;
    CHECK(flight_key(request) != key);
    request = asking();
    request.origin = "https://maps.example";
    CHECK(flight_key(request) != key);
}
