// SPDX-License-Identifier: MIT
#include "server/telemetry/log_output.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <regex>

using namespace ms;
using namespace ms::server;

namespace {

Config config(std::string const& env)
{
    return Config{mapfile::parse_config_file("CONFIG ENV " + env + " END END", "."), {}};
}

std::string error_of(std::string const& env)
{
    try {
        (void)log_levels(config(env));
        (void)log_sink(config(env));
    } catch (Error const& error) {
        return error.what();
    }
    return "";
}

LogOrigin const origin{"192.0.2.1", "00f067aa0ba902b7", "4bf92f3577b34da6a3ce929d0e0e4736"};

/// 2020-01-15 12:17:50.503563 UTC, by `date -ud @1579090670`.
LogLine line(std::string_view message, LogOrigin const& of = origin)
{
    return {std::chrono::system_clock::time_point{std::chrono::microseconds{1'579'090'670'503'563}},
            LogLevel::Notice, "source/postgis", of, message};
}

} // namespace

TEST_CASE("log levels: MS_DEBUGLEVEL for all, MS_LOG_LEVELS for single modules")
{
    auto const levels =
        log_levels(config(R"("MS_DEBUGLEVEL" "1" "MS_LOG_LEVELS" "source/postgis:3 ows:0")"));
    CHECK(levels.of("render") == LogLevel::Notice);
    CHECK(levels.of("source/postgis") == LogLevel::Verbose);
    CHECK(levels.of("ows/wms") == LogLevel::Error);
    CHECK(log_levels(config("")).of("render") == LogLevel::Error);
}

TEST_CASE("log levels: an invalid one is named")
{
    CHECK(
        error_of(R"("MS_LOG_LEVELS" "postgis:3")").find("\"postgis:3\": there is no such module") !=
        std::string::npos);
    CHECK(error_of(R"("MS_LOG_LEVELS" "ows:6")").find("\"ows:6\"") != std::string::npos);
    CHECK(error_of(R"("MS_LOG_LEVELS" "ows")").find("MODULE:LEVEL") != std::string::npos);
    CHECK(error_of(R"("MS_LOG_FORMAT" "XML")").find("MAPSERVER, TEXT or JSON") !=
          std::string::npos);
}

TEST_CASE("log line, text: the form of Apache's error log, microseconds included")
{
    // The time is local: only its shape is checked here, the instant in the JSON form.
    std::regex const shape{R"(\[Wed Jan 15 \d\d:\d\d:50\.503563 2020\] \[source/postgis:notice\] )"
                           R"(\[pid \d+:tid \d+\] \[client 192\.0\.2\.1\] )"
                           R"(\[request 00f067aa0ba902b7\] two lines\n)"};
    CHECK(std::regex_match(text_line(line("two\nlines")), shape));
    LogOrigin const nobody;
    CHECK(text_line(line("x", nobody)).find("client") == std::string::npos);
}

TEST_CASE("log line, JSON: every field, in one line, for any message")
{
    auto const text = json_line(line("a \"quoted\"\nline \xFF"));
    CHECK(std::count(text.begin(), text.end(), '\n') == 1);
    auto const object = nlohmann::json::parse(text);
    CHECK(object["time_us"] == 1'579'090'670'503'563);
    CHECK(object["time"] == "2020-01-15T12:17:50.503563Z");
    CHECK(object["level"] == "notice");
    CHECK(object["module"] == "source/postgis");
    CHECK(object["pid"].is_number());
    CHECK(object["tid"].is_number());
    CHECK(object["client"] == "192.0.2.1");
    CHECK(object["request"] == "00f067aa0ba902b7");
    CHECK(object["trace"] == "4bf92f3577b34da6a3ce929d0e0e4736");
    CHECK(object["message"] == "a \"quoted\"\nline \xEF\xBF\xBD");
}
