// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Writes messages for the operator.

#include <chrono>
#include <functional>
#include <memory>
#include <source_location>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ms {

/// MapServer's DEBUG levels (reference: MS_DEBUGLEVEL).
enum class LogLevel : int {
    Error = 0,
    Notice = 1,
    Timing = 2,
    Verbose = 3,
    VeryVerbose = 4,
    All = 5
};

/// "error", "notice", "timing", "verbose", "very_verbose", "all".
[[nodiscard]] std::string_view level_name(LogLevel level) noexcept;

/// The request that a line is about; all empty for other lines.
struct LogOrigin {
    std::string client{};  ///< address
    std::string request{}; ///< span id, 16 hexadecimal digits
    std::string trace{};   ///< trace id, 32 hexadecimal digits
};

/// A line for a sink; views are valid during the call.
struct LogLine {
    std::chrono::system_clock::time_point time;
    LogLevel level;
    std::string_view module; ///< "server", "source/postgis" ...: the folder of the code that writes
    LogOrigin const& origin;
    std::string_view message;
};

/// The level of each module.
struct LogLevels {
    LogLevel everywhere = LogLevel::Error;
    /// Modules, "source" or "source/postgis"; the longest prefix of a module has priority.
    std::vector<std::pair<std::string, LogLevel>> of_modules{};

    [[nodiscard]] LogLevel of(std::string_view module) const noexcept;
    [[nodiscard]] LogLevel most() const noexcept;
};

/// Hands lines up to their module's level to a sink. One per process, passed by reference; copies
/// write to the same sink. Safe from all threads. Callers must not put passwords into a message.
class Log {
public:
    using Sink = std::function<void(LogLine const&)>;

    /// Drops everything.
    Log() = default;
    Log(LogLevels levels, Sink sink);
    Log(LogLevel level, Sink sink) : Log(LogLevels{level, {}}, std::move(sink)) {}

    /// The same log for the lines of one request.
    [[nodiscard]] Log for_request(LogOrigin origin) const;

    [[nodiscard]] bool
    wants(LogLevel level,
          std::source_location where = std::source_location::current()) const noexcept;
    /// Writes one line, without a newline at its end.
    void write(LogLevel level, std::string_view message,
               std::source_location where = std::source_location::current()) const;

    /// Lines go there from now on, of all copies; not for a log that drops everything.
    void redirect(Sink sink);
    void set_levels(LogLevels levels);

private:
    struct Core;
    std::shared_ptr<Core> m_core; ///< null: drops everything
    LogOrigin m_origin;
};

/// The folder of a source file within the house: ".../mapserver/source/postgis/pool.cpp" is in
/// "source/postgis", and so are those of its rooms; "" for files elsewhere.
[[nodiscard]] std::string_view module_of(std::string_view source_file) noexcept;

/// The operating system's number of the calling thread.
[[nodiscard]] int thread_number() noexcept;

/// A line as it is written, with its newline.
using LogFormat = std::string (*)(LogLine const&);

/// MapServer's log line: "[Tue Jan  1 00:00:00 2030].123456 message\n".
[[nodiscard]] std::string mapserver_line(LogLine const& line);

/// Writes to `file` ("stderr", "stdout" or a path that is appended to).
/// \throws Error{Source} if the file cannot be opened.
[[nodiscard]] Log::Sink file_sink(std::string_view file, LogFormat format = mapserver_line);

} // namespace ms
