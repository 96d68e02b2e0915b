// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The attributes that KML shows of a layer's features, by its metadata.

#include "base/xml_writer.hpp"
#include "feature/batch.hpp"
#include "mapfile/model/layer.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ms::render {

/// kml_description, else kml_include_items and kml_exclude_items, each also as ows_; kml_name_item
/// and kml_elevation_attribute.
class KmlItems {
public:
    /// \param schema of the source
    /// \param fields that the query fetches; those it lacks are appended
    KmlItems(mapfile::Layer const& layer, feature::Schema const& schema,
             std::vector<std::string>& fields);

    /// Of kml_name_item; "" without.
    [[nodiscard]] std::string_view name(feature::FeatureBatch const& batch, std::size_t row) const;
    /// Of kml_elevation_attribute: 0 where it is not a number; nothing without the key.
    [[nodiscard]] std::optional<double> elevation(feature::FeatureBatch const& batch,
                                                  std::size_t row) const;
    /// The <description>, with the values of %item% as HTML; "" without.
    [[nodiscard]] std::string description(feature::FeatureBatch const& batch,
                                          std::size_t row) const;
    /// <ExtendedData> if there is any, and no description.
    void write_data(XmlWriter& out, feature::FeatureBatch const& batch, std::size_t row) const;

private:
    struct Item {
        std::string name;
        std::string title; ///< kml_<item>_alias, else the name
        std::size_t column = 0;
    };
    std::vector<Item> m_shown;
    std::vector<Item> m_described; ///< those that the description names
    std::string m_description;
    std::optional<std::size_t> m_name;
    std::optional<std::size_t> m_elevation;
};

} // namespace ms::render
