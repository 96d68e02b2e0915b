// SPDX-License-Identifier: MIT
#include "source/postgis/rows/detail.hpp"

#include "base/error.hpp"

#include <algorithm>
#include <utility>

namespace ms::source::postgis {

DetailLevel const* choose_level(std::span<DetailLevel const> levels, Query const& query) noexcept
{
    if (!(query.pixel_size > 0) || query.whole || query.kind == geometry::Kind::Point) {
        return nullptr;
    }
    auto const level = std::ranges::find_if(
        levels, [&](double size) { return size <= query.pixel_size; }, &DetailLevel::pixel_size);
    return level == levels.end() ? nullptr : &*level;
}

Table table_for(LayerSettings const& layer, Query const& query, Services const& services)
{
    Table base{layer, services};
    bool const is_exact =
        layer.encoding == EncodingWish::Wkb || layer.encoding == EncodingWish::Hex;
    if (!layer.use_levels || is_exact) {
        return base;
    }
    auto const facts = base.facts();
    auto const* const level = choose_level(facts->levels, query);
    if (level == nullptr) {
        return base;
    }
    auto settings = layer;
    settings.level_of = std::exchange(settings.data.source, level->table);
    settings.use_levels = false;
    settings.thinned_for = level->pixel_size;
    try {
        Table table{std::move(settings), services};
        if (has_columns(*table.facts(), query)) {
            return table;
        }
    } catch (LayerError const& error) {
        if (error.kind() != ErrorKind::Source) {
            throw;
        }
        base.forget_facts(); // it was dropped: others may have been made
    }
    return base;
}

} // namespace ms::source::postgis
