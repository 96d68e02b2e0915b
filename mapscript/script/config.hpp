// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads CONFIG files, and reports facts about the module.

#include "script/constants.hpp"
#include "script/hash_table.hpp"

#include <memory>

namespace ms::script {

struct configObj {
    hashTableObj env, maps, plugins;

    /// \param configFile NULL: the one MAPSERVER_CONFIG_FILE names
    explicit configObj(Text const& configFile = Text());
};

[[nodiscard]] inline std::shared_ptr<configObj> msLoadConfig(Text const& configFile = Text())
{
    return std::make_shared<configObj>(configFile);
}
[[nodiscard]] inline Text msConfigGetEnv(configObj const& config, Text const& key)
{
    return config.env.get(key);
}
[[nodiscard]] inline Text msConfigGetMap(configObj const& config, Text const& key)
{
    return config.maps.get(key);
}
[[nodiscard]] inline Text msConfigGetPlugin(configObj const& config, Text const& key)
{
    return config.plugins.get(key);
}

[[nodiscard]] Text msGetVersion();
[[nodiscard]] inline int msGetVersionInt()
{
    return MS_VERSION_NUM;
}
int msSetup();
void msCleanup();
/// Connections that nothing uses are closed.
void msConnPoolCloseUnreferenced();

#ifndef SWIG
/// Makes the settings of a CONFIG file those of the process.
void use_config(configObj const& config);
/// A setting of the CONFIG file in use, else of the environment; "" if it is not set.
[[nodiscard]] std::string config_value(char const* key);
/// A variable of the environment; "" if it is not set.
[[nodiscard]] std::string environment(char const* name);
#endif

} // namespace ms::script
