// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Collects a KML document, and the images that a KMZ holds beside it.

#include "base/budget.hpp"
#include "base/xml_writer.hpp"
#include "image/zip.hpp"
#include "render/draw/kml_look.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ms::render {

/// One answer. What it keeps is charged to the budget. Elements have MapServer's order; readers of
/// KML accept any.
class KmlFile {
public:
    /// \param name of the Document \param is_zipped a KMZ
    KmlFile(std::string_view name, bool is_zipped, Budget& budget);

    /// The folder that was begun; whoever writes a feature calls keep().
    [[nodiscard]] XmlWriter& folder() noexcept { return m_folder; }
    /// Bytes that were written to folder(). \throws Error{Limit}
    void keep(std::size_t bytes) { m_budget.keep(bytes); }

    /// \param display kml_folder_display: check, radioFolder, checkOffOnly or checkHideChildren
    void begin_folder(std::string_view name, std::string_view display);
    /// Writes it, behind the Styles that it was the first to use.
    void end_folder();

    /// The id of its Style, which is written once.
    std::string const& style_of(KmlLook const& look);
    /// The name of an icon as a part of an id: `name`, with "_" in place of some characters; a
    /// number follows where an icon with another look has that name already.
    [[nodiscard]] std::string const& icon_name(std::string const& look, std::string name);
    /// The address of an image: a file of the KMZ, else a data: URL. Made once for each name.
    /// \param make writes the PNG
    template <typename Make>
    std::string const& image(std::string const& name, Make const& make)
    {
        auto const [at, is_new] = m_images.try_emplace(name);
        if (is_new) {
            at->second = add_image(make());
        }
        return at->second;
    }

    /// The document, or the archive with it as mapserver.kml.
    [[nodiscard]] std::vector<std::uint8_t> finish();

private:
    std::string add_image(std::vector<std::uint8_t> png);

    std::string m_name; ///< of the Document, until it is written
    bool m_is_zipped;
    Budget& m_budget;
    XmlWriter m_document;
    XmlWriter m_folder{{}};
    XmlWriter m_styles{{}}; ///< new ones
    std::set<std::string> m_ids;
    std::map<std::string, std::string> m_icons;  ///< names in ids by looks
    std::set<std::string> m_icon_ids;            ///< those names in ids
    std::map<std::string, std::string> m_images; ///< addresses by name
    std::vector<image::ZipEntry> m_entries;
};

} // namespace ms::render
