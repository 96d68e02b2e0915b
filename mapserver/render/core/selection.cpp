// SPDX-License-Identifier: MIT
#include "render/core/selection.hpp"

#include "feature/append_row.hpp"

#include <numeric>

namespace ms::render {

void PickedFeatures::append(PickedFeatures const& more)
{
    for (std::size_t row = 0; row < more.size(); ++row) {
        feature::append_row(more.features, row, features);
    }
    classes.insert(classes.end(), more.classes.begin(), more.classes.end());
}

std::size_t FurtherFeatures::count()
{
    if (!m_count) {
        auto const search = m_start(Purpose::Count);
        PickedFeatures found;
        std::size_t count = 0;
        while (search->next(found)) {
            count += found.size();
        }
        m_count = count;
    }
    return *m_count;
}

PickedFeatures const* PickedReader::next()
{
    auto const* const found = m_has_begun ? go_on() : begin();
    if (found != nullptr) {
        m_count += found->size();
    } else if (m_layer.others) {
        m_layer.others->set_count(m_count);
    }
    return found;
}

PickedFeatures const* PickedReader::begin()
{
    m_has_begun = true;
    if (m_layer.others) {
        m_search = m_layer.others->take_begun();
        if (!m_search) {
            m_search = m_layer.others->start();
            return go_on();
        }
    }
    return m_layer.first.size() > 0 ? &m_layer.first : nullptr;
}

PickedFeatures const* PickedReader::go_on()
{
    return m_search && m_search->next(m_found) ? &m_found : nullptr;
}

std::size_t Selection::size() const
{
    return std::accumulate(
        layers.begin(), layers.end(), std::size_t{0},
        [](std::size_t sum, PickedLayer const& layer) { return sum + layer.size(); });
}

std::size_t Selection::size_before(PickedLayer const& layer) const
{
    std::size_t count = 0;
    for (auto const& other : layers) {
        if (&other == &layer) {
            break;
        }
        count += other.size();
    }
    return count;
}

} // namespace ms::render
