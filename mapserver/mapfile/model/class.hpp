// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// CLASS: which features of a layer are drawn with which styles and labels.

#include "mapfile/model/label.hpp"

namespace ms::mapfile {

struct Class {
    std::string name;
    bool has_name = false; ///< NAME was given, perhaps as ""
    std::string title;
    bool has_title = false;
    std::string group;
    Expression expression; ///< None: every feature
    Expression text;
    bool status = true; ///< an OFF class still takes its features
    bool is_fallback = false;
    bool is_filtered = false; ///< the layer's FILTER implies the EXPRESSION
    /// Where all matching classes draw, a fallback is for what no class of its set matches: the
    /// rules of a FeatureTypeStyle.
    std::uint32_t rule_set = 0;
    double min_scale_denominator = -1; ///< drawn when min <= scale < max
    double max_scale_denominator = -1;
    int min_feature_size = -1; ///< pixels
    std::string template_path;
    std::string key_image;
    int debug = -1; ///< -1: as the layer
    std::vector<Style> styles;
    std::vector<Label> labels;
    std::optional<Leader> leader;
    StringMap metadata;
    StringMap validation;

    std::vector<PreservedKeyword> kept;
    Position at{};
    friend bool operator==(Class const&, Class const&) = default;
};

} // namespace ms::mapfile
