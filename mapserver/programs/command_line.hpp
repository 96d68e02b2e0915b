// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Common handling of command line arguments.

#include <CLI/CLI.hpp>

#include <string>

namespace ms::programs {

/// --version prints "map2img 1.2.3".
inline void add_version(CLI::App& app, std::string const& program)
{
    app.set_version_flag("--version", program + ' ' + MS_VERSION);
}

/// 0 for --help and --version, 2 for arguments that cannot be used, as programs usually have it.
inline int exit_status(CLI::App const& app, CLI::ParseError const& error)
{
    return app.exit(error) == 0 ? 0 : 2;
}

} // namespace ms::programs
