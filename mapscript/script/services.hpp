// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Objects that live as long as the module: connections, fonts and the log, created on first use.

#include "mapfile/config_file.hpp"
#include "ows/common/call.hpp"
#include "script/interpreter.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/raster/datasets.hpp"
#include "style/symbol_files.hpp"
#include "text/font_cache.hpp"

namespace ms::script {

struct Process {
    Process();

    Log log; ///< MS_ERRORFILE and MS_DEBUGLEVEL of the environment
    source::postgis::Databases databases{
        {.pool = {}, .geometry_cache_bytes = source::postgis::default_geometry_cache_bytes}};
    source::raster::Datasets datasets;
    text::FontCache fonts;
    style::SymbolFiles symbol_files;
    ows::Settings settings;
    mapfile::ConfigFile config; ///< the one that a script has loaded
};

/// The single one of this process. A module is an application: it creates for its scripts what a
/// server's App creates for its requests.
[[nodiscard]] Process& process();

/// Runs `work` with the services of the process while other threads of the language may run.
template <typename Work>
auto with_services(Work work)
{
    auto& all = process();
    Deadline const deadline;
    render::Services const services{{.log = all.log,
                                     .databases = all.databases,
                                     .deadline = deadline,
                                     .datasets = &all.datasets},
                                    all.fonts,
                                    &all.symbol_files};
    Unlocked const unlocked;
    return work(services);
}

} // namespace ms::script
