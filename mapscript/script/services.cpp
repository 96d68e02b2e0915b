// SPDX-License-Identifier: MIT
#include "script/services.hpp"

#include "base/error.hpp"
#include "base/fork_depth.hpp"
#include "base/string.hpp"
#include "script/config.hpp"
#include "server/remote/remote_client.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

namespace ms::script {

namespace {

/// Scripts get errors as exceptions: without MS_ERRORFILE nothing is logged.
Log::Sink log_sink()
{
    auto const file = environment("MS_ERRORFILE");
    try {
        return file.empty() ? Log::Sink{} : file_sink(file);
    } catch (Error const&) {
        return {};
    }
}

LogLevel log_level()
{
    auto const level = parse_int(environment("MS_DEBUGLEVEL")).value_or(0);
    return static_cast<LogLevel>(std::clamp(level, 0, 5));
}

/// GDAL closes files by way of PROJ, of which nothing may be left when the objects of this module
/// end: the system closes what is still open then.
source::raster::Datasets& make_lasting_datasets()
{
    static auto& all = *new std::vector<std::unique_ptr<source::raster::Datasets>>;
    return *all.emplace_back(std::make_unique<source::raster::Datasets>());
}

} // namespace

Process::Process() : log(log_level(), log_sink()), datasets(make_lasting_datasets()) {}

namespace {

class Processes {
public:
    ~Processes()
    {
        if (m_fork_depth != fork_depth()) {
            leave_to_parent();
        }
    }

    Process& current()
    {
        std::scoped_lock const lock{m_mutex};
        if (m_fork_depth != fork_depth()) {
            leave_to_parent();
        }
        if (!m_current) {
            m_current = std::make_unique<Process>();
            m_fork_depth = fork_depth();
            if (!m_inherited.empty()) {
                m_current->config = m_inherited.back()->config;
            }
        }
        return *m_current;
    }

private:
    /// Objects of scripts may refer to them, and what they own is the parent's to close.
    void leave_to_parent()
    {
        if (m_current) {
            m_inherited.push_back(m_current.release());
        }
    }

    std::mutex m_mutex;
    std::unique_ptr<Process> m_current;
    unsigned m_fork_depth = fork_depth();
    std::vector<Process*> m_inherited;
};

} // namespace

Process& process()
{
    static Processes of_the_module;
    return of_the_module.current();
}

render::Services services_of(Process& process, Deadline const& deadline)
{
    if (process.remote == nullptr) {
        process.remote = server::make_remote_client(config_value("MS_CASCADE_HOSTS"));
    }
    return {{.log = process.log,
             .databases = process.databases,
             .deadline = deadline,
             .datasets = &process.datasets,
             .remote = process.remote.get(),
             .shapefiles = &process.shapefiles},
            process.fonts,
            &process.symbol_files};
}

} // namespace ms::script
