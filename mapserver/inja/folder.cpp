// SPDX-License-Identifier: MIT
#include "inja/folder.hpp"

#include "base/error.hpp"

#include <fstream>
#include <iterator>

namespace ms::inja {

namespace {

constexpr std::size_t max_bytes = std::size_t{1} << 20U;

[[noreturn]] void refuse(std::string_view name, std::string_view why)
{
    auto const text = "template \"" + std::string{name} + "\": " + std::string{why};
    throw PublicError{ErrorKind::BadMapfile, text, text};
}

bool is_within(std::filesystem::path const& folder, std::filesystem::path const& file)
{
    auto step = file.begin();
    for (auto const& part : folder) {
        if (part.empty()) {
            continue; // after a trailing slash
        }
        if (step == file.end() || *step != part) {
            return false;
        }
        ++step;
    }
    return true;
}

std::string read(std::filesystem::path const& folder, std::string_view name)
{
    std::error_code problem;
    auto const root = std::filesystem::canonical(folder, problem);
    if (problem) {
        refuse(name, "the folder of templates cannot be read");
    }
    auto const path = std::filesystem::canonical(root / std::filesystem::path{name}, problem);
    if (problem || !is_within(root, path) || !std::filesystem::is_regular_file(path, problem)) {
        refuse(name, "there is no such file in the folder of templates");
    }
    auto const size = std::filesystem::file_size(path, problem);
    if (problem || size > max_bytes) {
        refuse(name, "the file is too large");
    }
    std::ifstream file{path, std::ios::binary};
    std::string text{std::istreambuf_iterator<char>{file}, {}};
    if (!file) {
        refuse(name, "the file cannot be read");
    }
    return text;
}

} // namespace

Load from_folder(std::filesystem::path folder)
{
    return [folder = std::move(folder)](std::string_view name) { return read(folder, name); };
}

} // namespace ms::inja
