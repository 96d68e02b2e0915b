// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include <doctest/doctest.h>

#include <thread>

using namespace ms;

namespace {

struct Kept {
    std::vector<std::string> lines;
    Log log;

    explicit Kept(LogLevels levels)
        : log(std::move(levels), [this](LogLine const& line) {
              lines.push_back(line.origin.client + '|' + line.origin.request + '|' +
                              std::string{line.message});
          })
    {}
};

} // namespace

TEST_CASE("log: the module is the folder of the source file within the house")
{
    CHECK(module_of("/src/mapserver/source/postgis/pool.cpp") == "source/postgis");
    CHECK(module_of("/src/mapserver/source/postgis/link/pool.cpp") == "source/postgis");
    CHECK(module_of("/src/mapserver/mapserver/server/app.cpp") == "server");
    CHECK(module_of("/src/mapserver/mapserver/server/app/app.cpp") == "server");
    CHECK(module_of("/src/mapserver/mapserver/render/draw/vector_step.cpp") == "render");
    CHECK(module_of("/src/mapscript/script/map_draw.cpp") == "script");
    CHECK(module_of("/src/mapserver/main.cpp").empty());
    CHECK(module_of("/usr/include/string").empty());
    CHECK(module_of("").empty());
}

TEST_CASE("log: the longest prefix of a module has priority")
{
    LogLevels const levels{LogLevel::Error,
                           {{"source", LogLevel::Timing},
                            {"source/postgis", LogLevel::Notice},
                            {"ow", LogLevel::All}}};
    CHECK(levels.of("source/shapefile") == LogLevel::Timing);
    CHECK(levels.of("source") == LogLevel::Timing);
    CHECK(levels.of("source/postgis") == LogLevel::Notice);
    LogLevels const longest_first{
        LogLevel::Error, {{"source/postgis", LogLevel::Notice}, {"source", LogLevel::Timing}}};
    CHECK(longest_first.of("source/postgis") == LogLevel::Notice);
    CHECK(levels.of("ows/wms") == LogLevel::Error); // a folder, not the beginning of its name
    CHECK(levels.most() == LogLevel::All);
}

TEST_CASE("log: messages above the level of their module are not written")
{
    Kept kept{LogLevels{LogLevel::Notice, {}}};
    kept.log.write(LogLevel::Notice, "seen");
    kept.log.write(LogLevel::Timing, "not seen");
    CHECK(kept.lines == std::vector<std::string>{"||seen"});
    CHECK(kept.log.wants(LogLevel::Notice));
    CHECK_FALSE(kept.log.wants(LogLevel::Timing));
    CHECK_FALSE(Log{}.wants(LogLevel::Error));
}

TEST_CASE("log: levels and sink change for every copy at once")
{
    Kept kept{LogLevels{}};
    auto const of_request = kept.log.for_request({"192.0.2.1", "00f067aa0ba902b7", ""});
    of_request.write(LogLevel::Notice, "too early");
    kept.log.set_levels({LogLevel::Notice, {}});
    of_request.write(LogLevel::Notice, "in time");
    CHECK(kept.lines == std::vector<std::string>{"192.0.2.1|00f067aa0ba902b7|in time"});
    std::string elsewhere;
    kept.log.redirect([&](LogLine const& line) { elsewhere = line.message; });
    of_request.write(LogLevel::Error, "moved");
    CHECK(elsewhere == "moved");
    CHECK(kept.lines.size() == 1);
}

TEST_CASE("log: lines of many threads arrive whole while levels change")
{
    std::size_t written = 0;
    Log log{LogLevel::Error, [&](LogLine const& line) { written += line.message.size(); }};
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&log] {
                for (int k = 0; k < 500; ++k) {
                    log.write(LogLevel::Error, "1234");
                }
            });
        }
        for (int k = 0; k < 100; ++k) {
            log.set_levels({LogLevel::Error, {{"source", static_cast<LogLevel>(k % 6)}}});
        }
    }
    CHECK(written == 4 * 500 * 4);
}
