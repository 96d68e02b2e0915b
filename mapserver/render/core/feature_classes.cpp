// SPDX-License-Identifier: MIT
#include "render/core/feature_classes.hpp"

namespace ms::render {

FeatureClass FeatureClasses::read(std::string_view text)
{
    auto known = m_read.find(text);
    if (known == m_read.end()) {
        if (m_read.size() >= max_feature_classes) {
            m_read.clear();
        }
        auto own =
            style::parse_feature_style(m_map, text, m_context).value_or(style::FeatureStyle{});
        known = m_read
                    .try_emplace(std::string{text},
                                 std::make_shared<style::FeatureStyle const>(std::move(own)))
                    .first;
    }
    return known->second;
}

} // namespace ms::render
