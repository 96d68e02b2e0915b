// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Common handling of command line arguments and standard output.

#include "base/error.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace ms::programs {

/// --version prints "map2img 1.2.3".
inline void add_version(CLI::App& app, std::string const& program)
{
    app.set_version_flag("--version", program + ' ' + MS_VERSION);
}

/// MapServer spells long options with one dash; CLI11 requires two.
inline std::vector<std::string> modern_arguments(int argc, char** argv)
{
    constexpr std::array long_names{"-all_debug", "-map_debug", "-layer_debug", "-conf", "-help"};
    std::vector<std::string> arguments;
    for (int i = argc - 1; i > 0; --i) { // CLI11 takes a vector back to front
        std::string argument{argv[i]};
        if (std::ranges::find(long_names, argument) != long_names.end()) {
            argument.insert(0, "-");
        }
        arguments.push_back(std::move(argument));
    }
    return arguments;
}

/// 0 for --help and --version, 2 for arguments that cannot be used, as programs usually have it.
inline int exit_status(CLI::App const& app, CLI::ParseError const& error)
{
    return app.exit(error) == 0 ? 0 : 2;
}

/// All that was printed has arrived: a script must not go on with half of it when a disk is full.
/// \throws Error{Source}
inline void finish_output()
{
    if (!std::cout.flush() || std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw Error{ErrorKind::Source, "cannot write to standard output"};
    }
}

} // namespace ms::programs
