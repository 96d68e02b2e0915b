// SPDX-License-Identifier: MIT
#include "render/core/scale_limits.hpp"

namespace ms::render {

namespace {

/// Moves a scale to the side of each limit on which the requested one is.
class SameSide {
public:
    SameSide(double requested, double level) : m_requested(requested), m_scale(level) {}

    void keep_to(double limit)
    {
        constexpr double little = 1e-9;
        if (m_requested < limit && limit <= m_scale) {
            m_scale = limit * (1 - little);
        } else if (m_scale <= limit && limit <= m_requested && limit > 0) {
            m_scale = limit * (1 + little);
        }
    }
    [[nodiscard]] double scale() const noexcept { return m_scale; }

private:
    double m_requested;
    double m_scale;
};

} // namespace

double scale_with_same_limits(mapfile::Map const& map, double requested, double level)
{
    SameSide side{requested, level};
    auto const index = mapfile::index_of(map);
    for (auto const limit : index->scale_limits) {
        side.keep_to(limit);
    }
    return side.scale();
}

} // namespace ms::render
