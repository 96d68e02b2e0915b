// SPDX-License-Identifier: MIT
#include "render/draw/kml_file.hpp"

#include "base/base64.hpp"
#include "base/string.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ms::render {

namespace {

/// How a viewer shows the content of a folder; the first is the default.
constexpr std::array<std::string_view, 4> displays{"check", "checkHideChildren", "checkOffOnly",
                                                   "radioFolder"};

std::string folder_style(std::string_view display)
{
    auto const* const found = std::ranges::find_if(
        displays, [&](std::string_view known) { return equals_ignoring_case(known, display); });
    return "LayerFolder_" + std::string{found == displays.end() ? displays.front() : *found};
}

} // namespace

KmlFile::KmlFile(std::string_view name, bool is_zipped, Budget& budget)
    : m_name(name), m_is_zipped(is_zipped), m_budget(budget),
      m_document(R"(<?xml version="1.0" encoding="UTF-8"?>)")
{
    m_document.open("kml").attribute("xmlns", "http://www.opengis.net/kml/2.2").open("Document");
    for (auto const display : displays) {
        m_document.open("Style").attribute("id", folder_style(display)).open("ListStyle");
        m_document.element("listItemType", display).close().close();
    }
}

void KmlFile::begin_folder(std::string_view name, std::string_view display)
{
    if (auto const document = std::exchange(m_name, {}); !document.empty()) {
        m_document.element("name", document); // not of an empty document, as in MapServer
    }
    m_folder.open("Folder").element("name", name).element("visibility", "1");
    m_folder.element("styleUrl", '#' + folder_style(display));
}

void KmlFile::end_folder()
{
    m_folder.close();
    for (auto* const part : {&m_styles, &m_folder}) {
        auto const text = std::exchange(*part, XmlWriter{{}}).take();
        m_budget.keep(text.size());
        if (!text.empty()) {
            m_document.markup(text);
        }
    }
}

std::string const& KmlFile::style_of(KmlLook const& look)
{
    auto const [id, is_new] = m_ids.insert(kml_style_id(look));
    if (is_new) {
        m_budget.keep(id->size() + (look.icon ? look.icon->href.size() : 0) + 300);
        write_kml_style(m_styles, look);
    }
    return *id;
}

std::string const& KmlFile::icon_name(std::string const& look, std::string name)
{
    auto const [at, is_new] = m_icons.try_emplace(look, std::move(name));
    if (is_new) {
        auto& id = at->second;
        std::ranges::replace_if(
            id, [](char c) { return c == ' ' || c == '/' || c == '"'; }, '_');
        auto const plain = id;
        for (int number = 2; !m_icon_ids.insert(id).second; ++number) {
            id = plain + '_' + std::to_string(number);
        }
        m_budget.keep(3 * id.size() + 200);
    }
    return at->second;
}

std::string KmlFile::add_image(std::vector<std::uint8_t> png)
{
    m_budget.keep(2 * png.size());
    if (!m_is_zipped) {
        return "data:image/png;base64," + to_base64(png);
    }
    auto name = "icons/" + std::to_string(m_entries.size()) + ".png";
    m_entries.push_back({name, std::move(png)});
    return name;
}

std::vector<std::uint8_t> KmlFile::finish()
{
    auto const text = m_document.close().close().take();
    m_budget.keep(2 * text.size());
    std::vector<std::uint8_t> bytes(text.begin(), text.end());
    if (!m_is_zipped) {
        return bytes;
    }
    m_entries.insert(m_entries.begin(), {"mapserver.kml", std::move(bytes)});
    return image::zip(m_entries);
}

} // namespace ms::render
