// SPDX-License-Identifier: MIT
#include "script/services.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <cstdlib>

namespace ms::script {

namespace {

char const* variable(char const* name)
{
    auto const* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Scripts get errors as exceptions: without MS_ERRORFILE nothing is logged.
Log::Sink log_sink()
{
    std::string_view const file = variable("MS_ERRORFILE");
    try {
        return file.empty() ? Log::Sink{} : file_sink(file);
    } catch (Error const&) {
        return {};
    }
}

LogLevel log_level()
{
    auto const level = parse_int(variable("MS_DEBUGLEVEL")).value_or(0);
    return static_cast<LogLevel>(std::clamp(level, 0, 5));
}

} // namespace

Process::Process() : log(log_level(), log_sink()) {}

Process& process()
{
    static Process of_the_module;
    return of_the_module;
}

} // namespace ms::script
