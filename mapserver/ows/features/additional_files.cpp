// SPDX-License-Identifier: MIT
#include "ows/features/additional_files.hpp"

#include "base/string.hpp"
#include "ows/common/metadata.hpp"

#include <algorithm>

namespace ms::ows {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_files = 1000; ///< of a layer

bool is_in(fs::path const& folder, fs::path const& path)
{
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

/// A file, or the files in a folder and its folders in the order of their names; links are
/// followed, but not out of `root`.
void add_files(fs::path const& root, fs::path const& path, std::vector<fs::path>& found)
{
    std::error_code failed;
    auto const real = fs::canonical(path, failed);
    if (failed || !is_in(root, real) || found.size() >= max_files) {
        return;
    }
    if (fs::is_regular_file(real, failed)) {
        found.push_back(real);
        return;
    }
    std::vector<fs::path> members;
    for (fs::directory_iterator entry{real, failed}, end; !failed && entry != end;
         entry.increment(failed)) {
        if (!entry->is_symlink(failed)) { // a link could lead back
            members.push_back(entry->path());
        }
    }
    std::ranges::sort(members);
    for (auto const& member : members) {
        add_files(root, member, found);
    }
}

} // namespace

std::vector<fs::path> additional_files(Call const& call, mapfile::Layer const& layer)
{
    auto const list = value_of(Service::Wfs, layer.metadata, "additional_files_in_output");
    std::vector<fs::path> found;
    std::error_code failed;
    auto const root = fs::canonical(call.map->origin.directory / call.map->shape_path, failed);
    if (trim(list).empty() || failed) {
        return found;
    }
    for (auto const name : split(list, ',')) {
        auto const before = found.size();
        add_files(root, root / trim(name), found);
        if (found.size() == before) {
            call.services.log.write(LogLevel::Notice, "layer \"" + layer.name +
                                                          "\": wfs_additional_files_in_output: \"" +
                                                          std::string{trim(name)} +
                                                          "\" has no files within SHAPEPATH");
        }
    }
    return found;
}

} // namespace ms::ows
