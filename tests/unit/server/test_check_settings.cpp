// SPDX-License-Identifier: MIT
#include "server/config/check_settings.hpp"

#include <doctest/doctest.h>

using namespace ms;
using namespace ms::server;

namespace {

std::vector<std::string> faults_of(std::string const& blocks)
{
    return check_settings(
        Config{mapfile::parse_config_file("CONFIG " + blocks + " END", "/nowhere"), {}});
}

std::string fault_of(std::string const& env)
{
    auto const faults = faults_of("ENV " + env + " END");
    REQUIRE(faults.size() == 1);
    return faults.front();
}

} // namespace

TEST_CASE("settings: those that are right are not mentioned")
{
    CHECK(faults_of("").empty());
    CHECK(faults_of(R"(ENV "MS_MAP_PATTERN" "^/srv/" "ms_debuglevel" "3" "PROJ_DATA" "/x"
                       "MS_TEMPPATH" "/tmp" "MS_ERRORFILE" "stdout" "MS_TRUSTED_PROXIES" "10.0.0.0/8" END)")
              .empty());
}

TEST_CASE("settings: what has no effect is named")
{
    CHECK(fault_of(R"("MS_MAP_PATERN" ".")") ==
          "CONFIG: MS_MAP_PATERN is not a setting; did you mean MS_MAP_PATTERN?");
    CHECK(fault_of(R"("MS_MAP_PATTERN" "(")").starts_with("MS_MAP_PATTERN: "));
    CHECK(fault_of(R"("MS_DEBUGLEVEL" "9x")") ==
          "MS_DEBUGLEVEL: \"9x\" is not a number from 0 to 5");
    CHECK(fault_of(R"("MS_ERRORFILE" "/nowhere/x.log")") ==
          "MS_ERRORFILE: \"/nowhere/x.log\" cannot be opened for writing; the log is on stderr");
    CHECK(fault_of(R"("MS_TRUSTED_PROXIES" "proxy.example")").starts_with("MS_TRUSTED_PROXIES: "));
    CHECK(fault_of(R"("MS_TEMPPATH" "/nowhere")") == "MS_TEMPPATH: \"/nowhere\" is not a folder");
    CHECK(fault_of(R"("MS_MAPFILE" "/nowhere/a.map")") ==
          "MS_MAPFILE: there is no file \"/nowhere/a.map\"");
    CHECK(faults_of(R"(MAPS "a" "sub/a.map" END)") ==
          std::vector<std::string>{"MAPS: the file of \"a\" is missing: /nowhere/sub/a.map"});
}
