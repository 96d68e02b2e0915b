// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <utility>

namespace ms {

namespace {

using File = Handle<std::FILE, std::fclose>;

std::string time_stamp()
{
    auto const now = std::chrono::system_clock::now();
    auto const seconds = std::chrono::system_clock::to_time_t(now);
    auto const micros =
        std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count() %
        1000000;
    std::tm parts{};
    localtime_r(&seconds, &parts);
    std::array<char, 64> date{};
    std::strftime(date.data(), date.size(), "%a %b %e %H:%M:%S %Y", &parts);
    std::array<char, 96> line{};
    std::snprintf(line.data(), line.size(), "[%s].%06lld ", date.data(),
                  static_cast<long long>(micros));
    return line.data();
}

void write_line(std::FILE* file, std::string_view message)
{
    auto const line = time_stamp().append(message).append("\n");
    std::fwrite(line.data(), 1, line.size(), file); // one write, so that processes do not mix lines
    std::fflush(file);
}

} // namespace

void Log::write(LogLevel level, std::string_view message)
{
    if (wants(level)) {
        std::scoped_lock const lock{m_mutex};
        m_sink(level, message);
    }
}

void Log::redirect(Sink sink)
{
    std::scoped_lock const lock{m_mutex};
    m_sink = std::move(sink);
}

Log::Sink file_sink(std::string_view file)
{
    if (file == "stderr" || file == "stdout") {
        auto* const stream = file == "stderr" ? stderr : stdout;
        return [stream](LogLevel, std::string_view message) { write_line(stream, message); };
    }
    std::shared_ptr<std::FILE> const opened{File{std::fopen(std::string{file}.c_str(), "ae")}};
    if (!opened) {
        throw Error{ErrorKind::Source, "the log file (MS_ERRORFILE) cannot be opened for writing"};
    }
    return [opened](LogLevel, std::string_view message) { write_line(opened.get(), message); };
}

} // namespace ms
