// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The map that tests of style sheets style, and what becomes of it.

#include "base/string.hpp"
#include "mapfile/load.hpp"
#include "mapfile/writer.hpp"
#include "sld/document.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ms::sld::test {

inline std::shared_ptr<mapfile::Map const> example_map()
{
    auto const loaded = mapfile::load_text(R"(
MAP
  PROJECTION "EPSG:4326" END
  WEB VALIDATION "sld_external_graphic" "^(http://example.org/)?icons/" END END
  LAYER NAME "point" TYPE POINT CLASS STYLE COLOR 0 0 0 END END END
  LAYER
    NAME "line" TYPE LINE FILTERITEM "kind" FILTER "road" CLASSITEM "z" SIZEUNITS METERS
    CLASS EXPRESSION "1" GROUP "plain" STYLE COLOR 0 0 0 END END
    CLASS GROUP "bold" STYLE COLOR 0 0 0 END END
  END
  LAYER NAME "aliased" TYPE POINT METADATA "gml_NAME_alias" "title" "ows_POP_ALIAS" "people" END END
  LAYER NAME "polygon" TYPE POLYGON CLASS STYLE COLOR 0 0 0 END END END
  LAYER NAME "auto" TYPE POLYGON PROJECTION AUTO END CLASS STYLE COLOR 0 0 0 END END END
  LAYER NAME "table" TYPE POINT CONNECTIONTYPE POSTGIS DATA "geom FROM t" CLASS STYLE COLOR 0 0 0 END END END
END
)",
                                           MS_SOURCE_DIR);
    REQUIRE(loaded.map);
    return loaded.map;
}

struct Styled {
    std::shared_ptr<mapfile::Map const> map;
    std::vector<std::string> notes;

    [[nodiscard]] mapfile::Layer const& layer(std::string_view name) const
    {
        return *map->find_layer(name);
    }
};

inline Styled apply_document(std::string_view named_layers, sld::Fetch const& fetch = {})
{
    Styled styled;
    auto const document = sld::parse("<StyledLayerDescriptor version=\"1.0.0\">" +
                                     std::string{named_layers} + "</StyledLayerDescriptor>");
    styled.map = sld::styled(
        *example_map(), document,
        [](mapfile::Layer const& layer, std::string_view name) { return layer.name == name; },
        styled.notes, fetch);
    return styled;
}

inline Styled apply_rules(std::string_view layer, std::string_view rules,
                          sld::Fetch const& fetch = {})
{
    return apply_document("<NamedLayer><Name>" + std::string{layer} +
                              "</Name><UserStyle><FeatureTypeStyle>" + std::string{rules} +
                              "</FeatureTypeStyle></UserStyle></NamedLayer>",
                          fetch);
}

/// The styles and labels of the only rule, as a mapfile has them.
inline std::string symbolized(std::string_view layer, std::string_view symbolizers)
{
    auto const styled = apply_rules(layer, "<Rule>" + std::string{symbolizers} + "</Rule>");
    auto const& classes = styled.layer(layer).classes;
    REQUIRE(classes.size() == 1);
    std::string text;
    for (auto const& style : classes.front().styles) {
        text += mapfile::write(style);
    }
    for (auto const& label : classes.front().labels) {
        text += mapfile::write(label);
    }
    text = replace_all(replace_all(text, " # STYLE", ""), " # LABEL", "");
    auto const words = split_words(text);
    std::string joined;
    for (auto const word : words) {
        joined.append(joined.empty() ? "" : " ").append(word);
    }
    return joined;
}

} // namespace ms::sld::test
