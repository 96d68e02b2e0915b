// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Objects that live as long as the module: connections, fonts and the log, created on first use.

#include "mapfile/config_file.hpp"
#include "ows/common/call.hpp"
#include "script/interpreter.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/raster/datasets.hpp"
#include "source/remote/client.hpp"
#include "source/shapefile/shapefiles.hpp"
#include "style/symbol_files.hpp"
#include "text/font_cache.hpp"

#include <memory>

namespace ms::script {

struct Process {
    Process();

    Log log; ///< MS_ERRORFILE and MS_DEBUGLEVEL of the environment
    source::postgis::Databases databases{
        {.pool = {}, .geometry_cache_bytes = source::postgis::default_geometry_cache_bytes}};
    source::raster::Datasets& datasets; ///< never destroyed
    source::shapefile::Shapefiles shapefiles;
    text::FontCache fonts;
    style::SymbolFiles symbol_files;
    ows::Settings settings;
    mapfile::ConfigFile config; ///< the one that a script has loaded
    /// For the hosts of MS_CASCADE_HOSTS, once they are known.
    std::unique_ptr<source::remote::Client> remote;
};

/// The single one of this process: a child of fork() gets its own, since connections, positions in
/// files and locks are the parent's. A module is an application: it creates for its scripts what a
/// server's App creates for its requests.
[[nodiscard]] Process& process();

/// For drawing and reading with the objects of the process.
[[nodiscard]] render::Services services_of(Process& process, Deadline const& deadline);

/// Runs `work` with the services of the process while other threads of the language may run.
template <typename Work>
auto with_services(Work work)
{
    Deadline const deadline;
    auto const services = services_of(process(), deadline);
    Unlocked const unlocked;
    return work(services);
}

} // namespace ms::script
