// SPDX-License-Identifier: MIT
#include "render/plan/line_styles.hpp"

#include "style/binding.hpp"

#include <algorithm>

namespace ms::render {

bool draws_whole_lines(bool all_classes_draw, mapfile::Class const& drawn_class)
{
    auto const& styles = drawn_class.styles;
    return all_classes_draw ||
           (!styles.empty() && std::any_of(styles.begin() + 1, styles.end(), style::has_bindings));
}

namespace {

bool loses_casing(bool is_whole, mapfile::Class const& drawn_class,
                  mapfile::Style const& drawn_style)
{
    bool const has_outline =
        drawn_style.outline_color.value || !drawn_style.outline_color.is_constant();
    bool const has_width =
        drawn_style.outline_width.value > 0 || !drawn_style.outline_width.is_constant();
    return has_width && (is_whole || (!has_outline && &drawn_style != &drawn_class.styles.front()));
}

} // namespace

void drop_casings(bool is_whole, mapfile::Class& drawn_class)
{
    for (auto& drawn_style : drawn_class.styles) {
        if (loses_casing(is_whole, drawn_class, drawn_style)) {
            drawn_style.outline_width = {};
        }
    }
}

bool has_casings_to_drop(bool is_whole, mapfile::Class const& drawn_class)
{
    return std::ranges::any_of(drawn_class.styles, [&](mapfile::Style const& drawn_style) {
        return loses_casing(is_whole, drawn_class, drawn_style);
    });
}

bool is_outline_of_nothing(mapfile::Style const& drawn_style, std::size_t index)
{
    bool const has_color = drawn_style.color.value || !drawn_style.color.is_constant();
    bool const has_width =
        drawn_style.outline_width.value > 0 || !drawn_style.outline_width.is_constant();
    return index > 0 && drawn_style.outline_color.value && !has_color && !has_width &&
           drawn_style.geom_transform.empty();
}

void transformed_first(mapfile::Class const& drawn_class, std::vector<std::size_t>& indexes)
{
    if (!indexes.empty()) {
        std::stable_partition(indexes.begin() + 1, indexes.end(), [&](std::size_t i) {
            return !drawn_class.styles[i].geom_transform.empty();
        });
    }
}

} // namespace ms::render
