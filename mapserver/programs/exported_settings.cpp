// SPDX-License-Identifier: MIT
#include "programs/exported_settings.hpp"

#include "base/error.hpp"
#include "mapfile/config_file.hpp"

#include <cstdlib>

namespace ms::programs {

void export_settings(std::function<std::optional<std::string>(std::string_view key)> const& find)
{
    for (auto const* const key : {"PROJ_DATA", "PROJ_LIB", "MS_ENCRYPTION_KEY"}) {
        if (auto const value = find(key)) {
            setenv(key, value->c_str(), 1);
        }
    }
}

void export_settings_of_file(std::string const& path)
{
    auto const export_those_of = [](std::string const& file) {
        auto const config = mapfile::load_config_file(file);
        export_settings([&](std::string_view key) {
            auto const* const value = config.env.find(key);
            return value == nullptr ? std::nullopt : std::optional{*value};
        });
    };
    if (!path.empty()) {
        export_those_of(path);
    } else if (auto const* const named = std::getenv("MAPSERVER_CONFIG_FILE")) {
        try {
            export_those_of(named);
        } catch (Error const&) { // of a server; code that needs a missing key reports it
        }
    }
}

} // namespace ms::programs
