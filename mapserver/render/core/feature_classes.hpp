// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Parses classes that travel with the features (STYLEITEM), each text once.

#include "mapfile/model/map.hpp"
#include "style/feature_style.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ms::render {

/// Capacity of the cache; more different texts would not be found again anyway.
inline constexpr std::size_t max_feature_classes = 1000;

/// The class that one feature brings for its drawing. Shared by all features with the same text.
using FeatureClass = std::shared_ptr<style::FeatureStyle const>;

/// Reads the texts. One object per layer and image, for one thread; the classes outlive it.
class FeatureClasses {
public:
    /// \param map must outlive the object
    FeatureClasses(mapfile::Map const& map, style::OgrContext const& context)
        : m_map(map), m_context(context)
    {}

    /// Never null: an invalid text yields a class that draws nothing.
    [[nodiscard]] FeatureClass read(std::string_view text);

private:
    mapfile::Map const& m_map;
    style::OgrContext m_context;
    std::map<std::string, FeatureClass, std::less<>> m_read;
};

/// Caches a value made from each class. Keeps the classes alive, so that the values may refer to
/// them.
template <typename Made>
class OfFeatureClasses {
public:
    /// \param make gives a `Made`; called for a class that is new
    template <typename Make>
    Made& find(FeatureClass const& own, Make const& make)
    {
        auto found = m_entries.find(own.get());
        if (found == m_entries.end()) {
            if (m_entries.size() >= max_feature_classes) {
                m_entries.clear();
            }
            found = m_entries.try_emplace(own.get(), own, make()).first;
        }
        return found->second.second;
    }

private:
    std::unordered_map<style::FeatureStyle const*, std::pair<FeatureClass, Made>> m_entries;
};

} // namespace ms::render
