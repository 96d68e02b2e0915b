// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Where messages for the operator go.

#include <functional>
#include <mutex>
#include <string_view>

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

/// Hands lines up to its level to a sink. One per process, passed by reference; safe from all
/// threads. Callers must not put passwords into a message.
class Log {
public:
    using Sink = std::function<void(LogLevel, std::string_view)>;

    /// Drops everything.
    Log() = default;
    Log(LogLevel level, Sink sink)
        : m_level(level), m_has_sink(static_cast<bool>(sink)), m_sink(std::move(sink))
    {}

    [[nodiscard]] bool wants(LogLevel level) const noexcept
    {
        return m_has_sink && level <= m_level;
    }
    [[nodiscard]] LogLevel level() const noexcept { return m_level; }
    /// Writes one line, without a newline at its end.
    void write(LogLevel level, std::string_view message);
    /// Lines go there from now on, at the same level; not for a log that drops everything.
    void redirect(Sink sink);

private:
    LogLevel m_level = LogLevel::Error;
    bool m_has_sink = false; ///< read without the lock
    Sink m_sink;
    std::mutex m_mutex;
};

/// MapServer's log line: "[Tue Jan  1 00:00:00 2030].123456 message\n", to `file` ("stderr",
/// "stdout" or a path that is appended to). \throws Error{Source} if the file cannot be opened.
[[nodiscard]] Log::Sink file_sink(std::string_view file);

} // namespace ms
