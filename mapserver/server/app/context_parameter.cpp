// SPDX-License-Identifier: MIT
#include "server/app/context_parameter.hpp"

#include "mapfile/pattern.hpp"
#include "ows/common/service_exception.hpp"
#include "ows/context/context.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace ms::server {

namespace {

constexpr std::uintmax_t max_bytes = 1U << 20U;
constexpr std::size_t max_name_length = 1024;

[[noreturn]] void refuse(std::string const& why)
{
    throw ows::ServiceException{"", "msLoadMapContext(): Web application error. " + why};
}

/// Whether a path is one into the folder it is relative to: no client may look elsewhere.
bool stays_inside(std::filesystem::path const& name)
{
    return name.is_relative() && !name.has_root_name() &&
           std::ranges::none_of(name, [](auto const& step) { return step == ".."; });
}

/// The file's text; nullopt if there is no readable file. Links must not lead out of the folder.
std::optional<std::string> text_of(std::filesystem::path const& folder,
                                   std::filesystem::path const& name)
{
    std::error_code problem;
    auto const root = std::filesystem::weakly_canonical(folder, problem);
    auto const path = std::filesystem::weakly_canonical(folder / name, problem);
    bool const is_inside = !problem && std::ranges::mismatch(root, path).in1 == root.end();
    if (!is_inside || !std::filesystem::is_regular_file(path, problem) ||
        std::filesystem::file_size(path, problem) > max_bytes) {
        return std::nullopt;
    }
    std::ifstream file{path, std::ios::binary};
    return std::string{std::istreambuf_iterator<char>{file}, {}};
}

} // namespace

std::shared_ptr<mapfile::Map const> with_context(std::shared_ptr<mapfile::Map const> map,
                                                 http::Request const& request, Config const& config)
{
    auto const* const name = request.parameters.last("context");
    auto const pattern = config.find("MS_CONTEXT_PATTERN");
    if (name == nullptr || !pattern || pattern->empty()) {
        return map;
    }
    if (name->size() > max_name_length || !stays_inside(*name) ||
        !mapfile::Pattern{*pattern}.is_in(*name)) {
        refuse("CGI variable \"context\" fails to validate.");
    }
    auto const& folder = map->origin.directory;
    auto const text = text_of(folder.empty() ? "." : folder, *name);
    if (!text) {
        refuse("Unable to access file. (" + *name + ")");
    }
    auto changed = std::make_shared<mapfile::Map>(*map);
    try {
        ows::context::read(*text, *changed, ows::context::Names::AsWritten);
    } catch (Error const& error) {
        refuse(error.what());
    }
    return changed;
}

} // namespace ms::server
