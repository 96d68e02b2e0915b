// SPDX-License-Identifier: MIT
#include "source/registry.hpp"

#include "base/error.hpp"

#include <array>
#include <string_view>

namespace ms::source {

namespace {

/// One kind of data. The first row that serves a layer opens it.
struct Row {
    std::string_view name;
    bool (*serves)(mapfile::Layer const&);
    std::unique_ptr<FeatureSource> (*open)(mapfile::Map const&, mapfile::Layer const&, Services const&);
};

constexpr std::array<Row, 0> rows{
};

} // namespace

std::unique_ptr<FeatureSource> open_source(mapfile::Map const& map, mapfile::Layer const& layer,
                                           Services const& services)
{
    for (auto const& row : rows) {
        if (row.serves(layer)) {
            return row.open(map, layer, services);
        }
    }
    throw Error{ErrorKind::BadMapfile, "layer \"" + layer.name + "\": this CONNECTIONTYPE is not supported (" +
                                           map.where(layer.at) + ")"};
}

} // namespace ms::source
