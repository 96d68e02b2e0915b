// SPDX-License-Identifier: MIT
#include "crs/proj_thread.hpp"

#include "base/error.hpp"
#include "base/string.hpp"

#include <proj.h>

#include <algorithm>
#include <filesystem>

namespace ms::crs {

namespace {

/// The folders of the process: PROJ_DATA of its environment, and where PROJ is installed.
std::vector<std::string> const& folders_of_process()
{
    // proj_info() overwrites the text of its last call, so that only one thread may call it.
    static auto const folders = [] {
        std::string_view const list = proj_info().searchpath;
        std::vector<std::string> all;
        for (auto const folder : split(list, ':')) {
            all.emplace_back(folder);
        }
        return all;
    }();
    return folders;
}

} // namespace

ProjThread& ProjThread::current(std::string const& folder)
{
    thread_local ProjThread of_process{{}};
    thread_local RecentlyUsed<ProjThread> of_maps{8};
    if (folder.empty()) {
        return of_process;
    }
    auto* const found = of_maps.find(folder);
    return found != nullptr ? *found : of_maps.insert(folder, ProjThread{folder});
}

ProjThread::ProjThread(std::string const& folder)
    : m_folders(folders_of_process()), m_context(proj_context_create())
{
    if (!m_context) {
        throw Error{ErrorKind::Internal, "PROJ: no memory for a context"};
    }
    proj_log_level(m_context.get(), PJ_LOG_NONE); // it would write to stderr
    // Grids are read from the disk or not at all: a map must not wait for a download.
    proj_context_set_enable_network(m_context.get(), 0);
    // "+init=epsg:n" of old mapfiles.
    proj_context_use_proj4_init_rules(m_context.get(), 1);
    if (folder.empty()) {
        return;
    }
    // MapServer looks in the map's folder only, which must have a copy of proj.db then, or a file
    // with every code that clients use. With the folders of the process behind it, neither.
    m_folders.insert(m_folders.begin(), folder);
    std::vector<char const*> paths;
    for (auto const& path : m_folders) {
        paths.push_back(path.c_str());
    }
    proj_context_set_search_paths(m_context.get(), static_cast<int>(paths.size()), paths.data());
}

// PROJ remembers what it has read by "file:code", for all contexts of the process: maps whose files
// have the same name would get each other's definitions.
std::string ProjThread::with_path(std::string_view init_text) const
{
    constexpr std::string_view prefix = "+init=";
    auto const colon = init_text.find(':');
    auto const end = init_text.find(' ');
    auto const name = init_text.substr(prefix.size(), colon - prefix.size());
    for (auto const& folder : m_folders) {
        std::error_code error;
        auto const file = std::filesystem::absolute(std::filesystem::path{folder} / name, error);
        if (!error && std::filesystem::is_regular_file(file, error)) {
            return std::string{prefix} + '"' + replace_all(file.string(), "\"", "\"\"") +
                   std::string{init_text.substr(colon, end - colon)} + '"' +
                   std::string{init_text.substr(end)};
        }
    }
    return {};
}

PJconsts* ProjThread::pipeline(std::string const& from, std::string const& to)
{
    auto key = from + '\n' + to;
    if (auto* const found = m_pipelines.find(key)) {
        return found->get();
    }
    auto* const context = m_context.get();
    Projection const as_defined{proj_create_crs_to_crs(context, from.c_str(), to.c_str(), nullptr)};
    Projection pipeline{as_defined ? proj_normalize_for_visualization(context, as_defined.get())
                                   : nullptr};
    if (!pipeline) {
        throw Error{ErrorKind::BadMapfile,
                    "no transformation from \"" + from + "\" to \"" + to + "\": " + last_error()};
    }
    return m_pipelines.insert(std::move(key), std::move(pipeline)).get();
}

std::string ProjThread::last_error() const
{
    auto const code = proj_context_errno(m_context.get());
    // PROJ reports "Unknown error (code 4096)" for a code that is not in proj.db.
    if (code == 0 || code == PROJ_ERR_OTHER) {
        return "PROJ does not know it";
    }
    return proj_context_errno_string(m_context.get(), code);
}

} // namespace ms::crs
