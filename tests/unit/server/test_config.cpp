// SPDX-License-Identifier: MIT
#include "server/config/config.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <cstring>

using namespace ms;
using namespace ms::server;

namespace {

char const* environment(char const* name)
{
    return std::strcmp(name, "MS_MODE") == 0 ? "from environment" : nullptr;
}

Config config(std::string const& env)
{
    return Config{mapfile::parse_config_file("CONFIG ENV " + env + " END END", "."), environment};
}

} // namespace

TEST_CASE("config: the file comes before the environment")
{
    CHECK(config("").find("MS_MODE") == "from environment");
    CHECK(config(R"("MS_MODE" "map")").find("ms_mode") == "map");
    CHECK_FALSE(config("").find("MS_MAPFILE"));
}

TEST_CASE("config: switches are off by a few words and on by any other")
{
    for (std::string const word : {"OFF", "no", "False", "0"}) {
        CHECK_FALSE(config(R"("X" ")" + word + '"').is_on("X"));
        CHECK(config(R"("X" ")" + word + '"').is_off("X"));
    }
    CHECK(config(R"("X" "ON")").is_on("X"));
    CHECK(config(R"("X" "1")").is_on("X"));
    CHECK_FALSE(config("").is_on("X"));
    CHECK_FALSE(config("").is_off("X"));
}

TEST_CASE("config: limits are numbers; invalid ones are refused and named, not ignored")
{
    CHECK(config("").limits().request_time.count() == 120);
    CHECK(config(R"("MS_REQUEST_TIMEOUT" "0")").limits().request_time.count() == 0);
    CHECK(config(R"("MS_THREADS" "3")").limits().threads == 3);
    CHECK(config(R"("MS_THREADS" "999999")").limits().threads == 1024);
    CHECK(config(R"("MS_THREADS" "")").limits().threads >= 1);
    CHECK_THROWS_WITH_AS((void)config(R"("MS_REQUEST_TIMEOUT" "30s")").limits(),
                         "CONFIG: MS_REQUEST_TIMEOUT must be a whole number from 0", Error);
    for (std::string const key : {"MS_THREADS", "MS_MAX_WAITING", "MS_MAX_CONNECTIONS"}) {
        auto const message = "CONFIG: " + key + " must be a whole number from 1";
        CHECK_THROWS_WITH_AS((void)config('"' + key + R"(" "0")").limits(), message.c_str(), Error);
        CHECK_THROWS_WITH_AS((void)config('"' + key + R"(" "few")").limits(), message.c_str(),
                             Error);
    }
}

TEST_CASE("config: MS_IMAGE_EFFORT is one of four words")
{
    using ms::image::Effort;
    auto const effort = [](std::string const& word) {
        return config("\"MS_IMAGE_EFFORT\" \"" + word + '"').limits().image_effort;
    };
    CHECK_FALSE(config("").limits().image_effort);
    CHECK_FALSE(effort("AUTO"));
    CHECK(effort("FIXED") == Effort::Stored);
    CHECK(effort("idle") == Effort::Sent);
    CHECK(effort("BUSY") == Effort::Hurried);
    CHECK_THROWS_WITH_AS((void)effort("QUICK"),
                         "MS_IMAGE_EFFORT: \"QUICK\" is not AUTO, FIXED, IDLE or BUSY", Error);
}

TEST_CASE("config: MS_READ_AHEAD is one of three words")
{
    auto const reads_ahead = [](std::string const& word) {
        return config("\"MS_READ_AHEAD\" \"" + word + '"').limits().reads_ahead;
    };
    CHECK_FALSE(config("").limits().reads_ahead);
    CHECK_FALSE(reads_ahead("auto"));
    CHECK(reads_ahead("ON") == true);
    CHECK(reads_ahead("off") == false);
    CHECK_THROWS_WITH_AS((void)reads_ahead("OFTEN"),
                         "MS_READ_AHEAD: \"OFTEN\" is not AUTO, ON or OFF", Error);
}

TEST_CASE("config: a named file that is missing is an error, no name is valid")
{
    CHECK_THROWS_AS((void)load_config("/nonexistent/mapserver.conf", {}), Error);
    CHECK(load_config(std::nullopt, environment).file().maps.empty());
}
