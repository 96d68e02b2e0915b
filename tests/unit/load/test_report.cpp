// SPDX-License-Identifier: MIT
#include "load/report.hpp"

#include "base/error.hpp"
#include "load/fastcgi_client.hpp"

#include <doctest/doctest.h>

using namespace ms::load;

namespace {

Report small_report()
{
    return {.protocol = "test",
            .surroundings = "a machine",
            .caches = "warm",
            .targets = {{"ours", "http://a/", "version 1", {}}},
            .tables = {{"Table", {"zoom", "ms"}, {{"1", "2.5"}, {"4", "1.5"}}, {}}},
            .notes = {"all well"}};
}

} // namespace

TEST_CASE("report: a table with everything around it, in three forms")
{
    auto const report = small_report();
    auto const text = to_text(report, ReportFormat::Text);
    CHECK(text.find("Machine: a machine\nCaches: warm\nours: version 1 (http://a/)\n") !=
          std::string::npos);
    CHECK(text.find("| zoom | ms |\n|---|---|\n| 1 | 2.5 |\n") != std::string::npos);
    CHECK(to_text(report, ReportFormat::Csv).find("\nzoom;ms\n1;2.5\n4;1.5\n") !=
          std::string::npos);
    CHECK(to_text(report, ReportFormat::Json).find("\"zoom\": \"4\"") != std::string::npos);
}

TEST_CASE("report: a page with a chart for each zoom, everything escaped")
{
    auto report = small_report();
    report.protocol = "a < b & c";
    report.tables = {
        {"T",
         {"zoom", "clients", "ours req/s"},
         {{"1", "1", "10.0 ± 1"}, {"1", "20", "40.0 ± 2"}, {"4", "1", "20.0 ± 1"}},
         Plot{.x = "clients", .each = "zoom", .y = {"ours req/s"}, .unit = "requests/s"}}};
    auto const page = to_text(report, ReportFormat::Html);
    CHECK(page.find("<h1>a &lt; b &amp; c</h1>") != std::string::npos);
    CHECK(page.find("<td>40.0 ± 2</td>") != std::string::npos);
    CHECK(page.find(">zoom 1: requests/s over clients</text>") != std::string::npos);
    CHECK(page.find(">zoom 4: requests/s over clients</text>") != std::string::npos);
    // From a quarter of the height at 1 of 20 clients up to all of it: y is 200 - 172 v / 40.
    CHECK(page.find("d=\"M77.0 157.0L400.0 28.0\"") != std::string::npos);
}

TEST_CASE("report: is not printed if a target has no description")
{
    auto report = small_report();
    report.targets.push_back({"other", "http://b/", {}, {}});
    CHECK_THROWS_AS(static_cast<void>(to_text(report, ReportFormat::Text)), ms::Error);
}

TEST_CASE("FastCGI URL: host and port, or the path of a socket")
{
    auto const tcp = parse_fastcgi_url("fcgi://127.0.0.1:9000/cgi-bin/mapserv?map=x&a=b");
    CHECK(tcp.host == "127.0.0.1");
    CHECK(tcp.port == "9000");
    CHECK(tcp.script == "/cgi-bin/mapserv");
    CHECK(tcp.query == "map=x&a=b");
    auto const local = parse_fastcgi_url("fcgi:///run/mapserv.sock?map=x");
    CHECK(local.host.empty());
    CHECK(local.port == "/run/mapserv.sock");
    CHECK_THROWS_AS(static_cast<void>(parse_fastcgi_url("fcgi://nowhere/?a")), ms::Error);
}

TEST_CASE("FastCGI record: version, type, request 1, length, content")
{
    CHECK(fastcgi_record(5, "ab") == std::string("\1\5\0\1\0\2\0\0ab", 10));
    CHECK(fastcgi_record(4, std::string(300, 'x')).substr(4, 2) == "\1\x2c");
}

TEST_CASE("Server-Timing: the time of the whole request, in seconds")
{
    CHECK(server_seconds("plan;dur=0.213, request;dur=3.1, encode;dur=2") ==
          doctest::Approx(3.1e-3));
    CHECK(server_seconds("total;desc=\"all\";dur=5;x=1") == doctest::Approx(5e-3));
    CHECK(server_seconds("plan;dur=1") == 0);
    CHECK(server_seconds("request") == 0);
    CHECK(server_seconds("") == 0);
}

TEST_CASE("report: is not printed without the machine or the state of its caches")
{
    for (auto const member : {&Report::surroundings, &Report::caches}) {
        auto report = small_report();
        (report.*member).clear();
        CHECK_THROWS_AS(static_cast<void>(to_text(report, ReportFormat::Html)), ms::Error);
    }
}
