// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Small mapfiles for tests.

#include "mapfile/load.hpp"

#include <doctest/doctest.h>

#include <fstream>

namespace test {

using namespace ms::mapfile;

/// The map of a text that must have no errors.
inline std::shared_ptr<Map const> map_of(std::string const& text, LoadOptions const& options = {})
{
    auto const loaded = load_text(text, "/nonexistent", options);
    INFO(errors_of(loaded.problems));
    REQUIRE(loaded.map);
    return loaded.map;
}

/// The only layer of `MAP LAYER TYPE POINT ... END END`.
inline Layer layer_of(std::string const& keywords)
{
    return map_of("MAP LAYER TYPE POINT\n" + keywords + "\nEND END")->layers.at(0);
}

/// The only style of a layer.
inline Style style_of(std::string const& keywords)
{
    return layer_of("CLASS STYLE\n" + keywords + "\nEND END").classes.at(0).styles.at(0);
}

/// The only label of a layer.
inline Label label_of(std::string const& keywords)
{
    return layer_of("CLASS LABEL\n" + keywords + "\nEND END").classes.at(0).labels.at(0);
}

/// All problems of a severity as "line:column message", one per line.
inline std::string problems_of(std::string const& text, Severity severity = Severity::Error,
                               LoadOptions const& options = {})
{
    std::string lines;
    for (auto const& problem : load_text(text, "/nonexistent", options).problems) {
        if (problem.severity == severity) {
            lines += std::to_string(problem.at.line) + ':' + std::to_string(problem.at.column) +
                     ' ' + problem.message + '\n';
        }
    }
    return lines;
}

/// The errors of a text.
inline std::string errors_in(std::string const& text)
{
    return problems_of(text);
}

/// A temporary folder, removed at the end.
class Folder {
public:
    Folder()
        : m_path(std::filesystem::temp_directory_path() /
                 ("mapfile-test-" + std::to_string(reinterpret_cast<std::uintptr_t>(this))))
    {
        std::filesystem::create_directories(m_path);
    }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    ~Folder() { std::filesystem::remove_all(m_path); }

    [[nodiscard]] std::filesystem::path const& path() const { return m_path; }
    /// Writes a file and answers its path.
    std::filesystem::path write(std::string const& name, std::string const& text) const
    {
        auto const file = m_path / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream{file, std::ios::binary} << text;
        return file;
    }

private:
    std::filesystem::path m_path;
};

} // namespace test
