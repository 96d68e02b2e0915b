// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Decides which labels of a class are drawn.

#include "render/plan/plan_state.hpp"

namespace ms::render {

/// The labels of a class that are drawn at this scale; adds their attributes to `fields`.
/// \param notes receives a line for everything of them that is not drawn
/// \throws Error{BadMapfile} with file:line:column, also for a FONT that is not in FONTSET
[[nodiscard]] std::vector<LabelPlan>
plan_labels(mapfile::Map const& map, mapfile::Layer const& layer,
            mapfile::Expressions const& expressions, mapfile::Class const& owner,
            double scale_denominator, std::vector<std::string>& fields,
            std::vector<std::string>& notes);

/// The files of FONT "a,b,c" by FONTSET; empty for the built-in font, "".
/// \throws Error{BadMapfile} naming the line of the label and the missing name
[[nodiscard]] std::vector<std::filesystem::path>
font_files(mapfile::Map const& map, mapfile::Label const& label, std::string_view font);

} // namespace ms::render
