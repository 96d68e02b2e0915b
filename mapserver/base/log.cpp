// SPDX-License-Identifier: MIT
#include "base/log.hpp"

#include "base/error.hpp"
#include "base/handle.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <mutex>

namespace ms {

namespace {

using File = Handle<std::FILE, std::fclose>;

void write_line(std::FILE* file, std::string const& line)
{
    std::fwrite(line.data(), 1, line.size(), file); // one write, so that processes do not mix lines
    std::fflush(file);
}

bool is_within(std::string_view module, std::string_view folder) noexcept
{
    return module.starts_with(folder) &&
           (module.size() == folder.size() || module[folder.size()] == '/');
}

} // namespace

std::string_view level_name(LogLevel level) noexcept
{
    constexpr std::array<std::string_view, 6> names{"error",   "notice",       "timing",
                                                    "verbose", "very_verbose", "all"};
    return names[static_cast<std::size_t>(std::clamp(static_cast<int>(level), 0, 5))];
}

LogLevel LogLevels::of(std::string_view module) const noexcept
{
    auto level = everywhere;
    std::size_t longest = 0;
    for (auto const& [folder, its_level] : of_modules) {
        if (folder.size() > longest && is_within(module, folder)) {
            longest = folder.size();
            level = its_level;
        }
    }
    return level;
}

LogLevel LogLevels::most() const noexcept
{
    auto level = everywhere;
    for (auto const& [folder, its_level] : of_modules) {
        level = std::max(level, its_level);
    }
    return level;
}

struct Log::Core {
    std::atomic<LogLevel> most; ///< a message that no module logs costs one comparison
    std::mutex mutex;
    LogLevels levels;
    Sink sink;
};

Log::Log(LogLevels levels, Sink sink)
{
    if (sink) {
        m_core = std::make_shared<Core>();
        m_core->sink = std::move(sink);
        set_levels(std::move(levels));
    }
}

Log Log::for_request(LogOrigin origin) const
{
    Log log{*this};
    log.m_origin = std::move(origin);
    return log;
}

bool Log::wants(LogLevel level, std::source_location where) const noexcept
{
    if (!m_core || level > m_core->most) {
        return false;
    }
    std::scoped_lock const lock{m_core->mutex};
    return level <= m_core->levels.of(module_of(where.file_name()));
}

void Log::write(LogLevel level, std::string_view message, std::source_location where) const
{
    if (!m_core || level > m_core->most) {
        return;
    }
    auto const module = module_of(where.file_name());
    std::scoped_lock const lock{m_core->mutex};
    if (level <= m_core->levels.of(module)) {
        m_core->sink({std::chrono::system_clock::now(), level, module, m_origin, message});
    }
}

void Log::redirect(Sink sink)
{
    if (m_core && sink) {
        std::scoped_lock const lock{m_core->mutex};
        m_core->sink = std::move(sink);
    }
}

void Log::set_levels(LogLevels levels)
{
    if (m_core) {
        std::scoped_lock const lock{m_core->mutex};
        m_core->most = levels.most();
        m_core->levels = std::move(levels);
    }
}

std::string_view module_of(std::string_view source_file) noexcept
{
    // Their folders are modules of their own; the rooms of other modules, and rooms in rooms, are
    // not.
    constexpr std::array<std::string_view, 2> with_modules{"ows/", "source/"};
    for (std::string_view const root : {"/mapserver/", "/mapscript/"}) {
        auto const begin = source_file.rfind(root);
        auto const end = source_file.rfind('/');
        if (begin != std::string_view::npos && end >= begin + root.size()) {
            auto const folder = source_file.substr(begin + root.size(), end - begin - root.size());
            bool const is_deep = std::ranges::any_of(
                with_modules, [&](std::string_view name) { return folder.starts_with(name); });
            auto const first = folder.find('/');
            return folder.substr(0, is_deep ? folder.find('/', first + 1) : first);
        }
    }
    return {};
}

int thread_number() noexcept
{
    return gettid();
}

std::string mapserver_line(LogLine const& line)
{
    auto const seconds = std::chrono::system_clock::to_time_t(line.time);
    auto const micros =
        std::chrono::duration_cast<std::chrono::microseconds>(line.time.time_since_epoch())
            .count() %
        1000000;
    std::tm parts{};
    localtime_r(&seconds, &parts);
    std::array<char, 64> date{};
    std::strftime(date.data(), date.size(), "%a %b %e %H:%M:%S %Y", &parts);
    std::array<char, 96> stamp{};
    std::snprintf(stamp.data(), stamp.size(), "[%s].%06lld ", date.data(),
                  static_cast<long long>(micros));
    return std::string{stamp.data()}.append(line.message).append("\n");
}

Log::Sink file_sink(std::string_view file, LogFormat format)
{
    if (file == "stderr" || file == "stdout") {
        auto* const stream = file == "stderr" ? stderr : stdout;
        return [stream, format](LogLine const& line) { write_line(stream, format(line)); };
    }
    std::shared_ptr<std::FILE> const opened{File{std::fopen(std::string{file}.c_str(), "ae")}};
    if (!opened) {
        throw Error{ErrorKind::Source, "the log file (MS_ERRORFILE) cannot be opened for writing"};
    }
    return [opened, format](LogLine const& line) { write_line(opened.get(), format(line)); };
}

} // namespace ms
