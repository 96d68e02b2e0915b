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
            .targets = {{"ours", "http://a/", "version 1"}},
            .tables = {{"Table", {"zoom", "ms"}, {{"1", "2.5"}, {"4", "1.5"}}}},
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

TEST_CASE("report: is not printed when a target does not say what it is")
{
    auto report = small_report();
    report.targets.push_back({"other", "http://b/", ""});
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
