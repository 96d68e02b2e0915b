// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Reads template files: checks which may be read, and inserts their [include]s.

#include "mapfile/model/map.hpp"
#include "ows/template/nodes.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ms::ows::tmpl {

/// Whether a name has a template's extension: .xml .wml .html .htm .svg .kml .gml .js .tmpl. The
/// placeholders of layers that are only queryable ("void", "dummy") are not templates.
[[nodiscard]] bool is_template_name(std::string_view name);

/// The text of a template without its first line, which must contain "MapServer Template" (in any
/// case) to allow showing the file to clients. Inserts such files for [include src="..."]. Paths
/// are relative to the mapfile.
/// \throws Error{BadMapfile} naming the file
[[nodiscard]] std::string load(mapfile::Map const& map, std::string_view name);

/// The template files of one page, each read and parsed once.
class TemplateFiles {
public:
    /// \param map must outlive the object
    explicit TemplateFiles(mapfile::Map const& map) : m_map(map) {}

    /// As load(). Valid as long as the object.
    [[nodiscard]] std::string const& text(std::string const& name);
    /// The same as parse() returns it.
    [[nodiscard]] std::vector<Node> const& nodes(std::string const& name);

private:
    mapfile::Map const& m_map;
    std::map<std::string, std::string> m_texts;
    std::map<std::string, std::vector<Node>> m_nodes;
};

} // namespace ms::ows::tmpl
