// SPDX-License-Identifier: MIT
#include "render/scale_limits.hpp"

#include <algorithm>

namespace ms::render {

namespace {

/// Moves a scale to the side of each limit on which the wanted one is.
class SameSide {
public:
    SameSide(double wanted, double level) : m_wanted(wanted), m_scale(level) {}

    void keep_to(double limit)
    {
        constexpr double little = 1e-9;
        if (m_wanted < limit && limit <= m_scale) {
            m_scale = limit * (1 - little);
        } else if (m_scale <= limit && limit <= m_wanted && limit > 0) {
            m_scale = limit * (1 + little);
        }
    }
    void keep_to(double min, double max)
    {
        keep_to(min);
        keep_to(max);
    }
    void keep_to(std::vector<mapfile::Style> const& styles)
    {
        for (auto const& style : styles) {
            keep_to(style.min_scale_denominator, style.max_scale_denominator);
        }
    }
    void keep_to(mapfile::Class const& drawn_class)
    {
        keep_to(drawn_class.min_scale_denominator, drawn_class.max_scale_denominator);
        keep_to(drawn_class.styles);
        for (auto const& label : drawn_class.labels) {
            keep_to(label.min_scale_denominator, label.max_scale_denominator);
            keep_to(label.styles);
        }
    }
    void keep_to(mapfile::Layer const& layer)
    {
        keep_to(layer.min_scale_denominator, layer.max_scale_denominator);
        keep_to(layer.label_min_scale_denominator, layer.label_max_scale_denominator);
        for (auto const& drawn_class : layer.classes) {
            keep_to(drawn_class);
        }
        for (auto const& token : layer.scale_tokens) {
            for (auto const& value : token.values) {
                keep_to(value.first);
            }
        }
    }
    [[nodiscard]] double scale() const noexcept { return m_scale; }

private:
    double m_wanted;
    double m_scale;
};

} // namespace

double scale_with_same_limits(mapfile::Map const& map, double wanted, double level)
{
    SameSide side{wanted, level};
    for (auto const& layer : map.layers) {
        side.keep_to(layer);
    }
    return side.scale();
}

} // namespace ms::render
