// SPDX-License-Identifier: MIT
#include "mapfile/keywords.hpp"

namespace ms::mapfile {

namespace {

struct Uses {
    bool as_block = false;
    bool as_value = false;
};

template <typename Block>
void look_up(std::string_view name, Uses& uses) noexcept
{
    if (auto const* row = keywords<Block>().find(name)) {
        (row->opens_block ? uses.as_block : uses.as_value) = true;
    }
}

template <typename... Blocks>
Uses uses_of(std::string_view name) noexcept
{
    Uses uses;
    (look_up<Blocks>(name, uses), ...);
    return uses;
}

} // namespace

Opens opens_block(std::string_view name) noexcept
{
    auto const uses = uses_of<Map, Web, OutputFormat, Legend, ScaleBar, Reference, QueryMap, Symbol,
                              SymbolSet, Layer, Feature, Grid, Cluster, Compositor, ScaleToken,
                              Join, Identify, Class, Style, Label, Leader>(name);
    if (!uses.as_block) {
        return Opens::Never;
    }
    return uses.as_value ? Opens::Sometimes : Opens::Always;
}

} // namespace ms::mapfile
