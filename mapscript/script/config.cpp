// SPDX-License-Identifier: MIT
#include "script/config.hpp"

#include "mapfile/config_file.hpp"
#include "ows/common/abilities.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/interpreter.hpp"
#include "script/services.hpp"

#include <cstdlib>

namespace ms::script {

namespace {

mapfile::ConfigFile load(Text const& configFile)
{
    auto const path =
        configFile.str().empty() ? environment("MAPSERVER_CONFIG_FILE") : configFile.str();
    std::error_code error;
    fail_if(!std::filesystem::is_regular_file(path, error), MS_IOERR, "msLoadConfig()",
            "There is no config file (" + path + ')');
    return failing_as(MS_PARSEERR, "msLoadConfig()", "",
                      [&path] { return mapfile::load_config_file(path); });
}

} // namespace

configObj::configObj(Text const& configFile)
{
    auto file = load(configFile);
    env.map = std::move(file.env);
    maps.map = std::move(file.maps);
    plugins.map = std::move(file.plugins);
}

Text msGetVersion()
{
    return "MapServer version " MS_SCRIPT_VERSION " (mapserver-pg) " + ows::abilities();
}

int msSetup()
{
    static_cast<void>(process());
    return MS_SUCCESS;
}

void msCleanup()
{
    process().databases.close_unused();
    msResetErrorList();
}

void msConnPoolCloseUnreferenced()
{
    process().databases.close_unused();
}

void use_config(configObj const& config)
{
    auto& used = process().config;
    used.env = config.env.map;
    used.maps = config.maps.map;
    used.plugins = config.plugins.map;
    for (auto const* const key : {"PROJ_DATA", "PROJ_LIB"}) {
        if (auto const* const value = process().config.env.find(key)) {
            set_environment(key, value->c_str()); // PROJ looks there
        }
    }
}

std::string config_value(char const* key)
{
    if (auto const* const value = process().config.env.find(key)) {
        return *value;
    }
    return environment(key);
}

std::string environment(char const* name)
{
    auto const* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

} // namespace ms::script
