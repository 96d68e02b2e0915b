// SPDX-License-Identifier: MIT
#include "render/line_styles.hpp"

#include "style/binding.hpp"

#include <algorithm>

namespace ms::render {

bool draws_whole_lines(bool all_classes_draw, mapfile::Class const& drawn_class)
{
    auto const& styles = drawn_class.styles;
    return all_classes_draw ||
           (!styles.empty() && std::any_of(styles.begin() + 1, styles.end(), style::has_bindings));
}

bool drop_casings(bool is_whole, mapfile::Class& drawn_class)
{
    bool has_dropped = false;
    for (auto& drawn_style : drawn_class.styles) {
        bool const has_outline =
            drawn_style.outline_color.value || !drawn_style.outline_color.is_constant();
        if (is_whole || (!has_outline && &drawn_style != &drawn_class.styles.front())) {
            has_dropped = has_dropped || drawn_style.outline_width.value > 0 ||
                          !drawn_style.outline_width.is_constant();
            drawn_style.outline_width = {};
        }
    }
    return has_dropped;
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
