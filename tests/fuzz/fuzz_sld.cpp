// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "expr/expression.hpp"
#include "mapfile/load.hpp"
#include "sld/document.hpp"
#include "sld/write.hpp"

#include <array>
#include <cstdlib>
#include <string_view>

namespace {

std::shared_ptr<ms::mapfile::Map const> example_map()
{
    return ms::mapfile::load_text(R"(MAP PROJECTION "EPSG:4326" END
      LAYER NAME "point" TYPE POINT METADATA "gml_featureid" "id" END CLASS END END
      LAYER NAME "line" TYPE LINE FILTERITEM "f" FILTER "x" CLASS GROUP "g" END END
      LAYER NAME "polygon" TYPE POLYGON CLASS END END
      LAYER NAME "r" TYPE RASTER DATA "r.tif" CLASS END END END)",
                                  ".", {.reads_files = false})
        .map;
}

} // namespace

// Every accepted document must have expressions that parse, and must be writable again.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size)
{
    using namespace ms;
    static auto const map = example_map();
    try {
        std::vector<std::string> notes;
        auto const document = sld::parse({reinterpret_cast<char const*>(data), size});
        auto const is_meant = [](mapfile::Layer const& layer, std::string_view name) {
            return layer.name == name;
        };
        auto const styled = sld::styled(*map, document, is_meant, notes);
        try {
            for (auto const& layer : styled->layers) {
                for (auto const& each : layer.classes) {
                    if (each.expression.is_set()) {
                        static_cast<void>(expr::parse(each.expression.text));
                    }
                    for (auto const& label : each.labels) {
                        static_cast<void>(expr::parse(label.text.text));
                    }
                }
            }
        } catch (Error const&) {
            std::abort();
        }
        std::array<std::size_t, 4> const layers{0, 1, 2, 3};
        auto const text = sld::write(*styled, layers, sld::Version::V110);
        static_cast<void>(sld::parse(text));
    } catch (Error const&) {
        return 0;
    }
    return 0;
}
