// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Plans how an image will be drawn, before anything is fetched; a plan can be printed.

#include "mapfile/model/map.hpp"
#include "render/core/overrides.hpp"
#include "render/core/viewport.hpp"
#include "source/services.hpp"

#include <memory>
#include <string>

namespace ms::render {

struct PlanState;

/// Layers to draw with their queries, classes and symbolizers. Immutable.
class Plan {
public:
    explicit Plan(std::shared_ptr<PlanState const> state);
    [[nodiscard]] PlanState const& state() const noexcept { return *m_state; }

private:
    std::shared_ptr<PlanState const> m_state;
};

/// The layers that are drawn: the requested ones, else those that are ON or DEFAULT.
[[nodiscard]] std::vector<LayerChoice>
chosen_layers(mapfile::Map const& map, std::optional<std::vector<LayerChoice>> const& requested);

/// The background of an image; alpha 0: transparent.
[[nodiscard]] image::Color background_of(mapfile::Map const& map, Overrides const& overrides,
                                         mapfile::OutputFormat const& format);

/// \param map shared because the plan refers to it
/// \throws Error{BadMapfile, BadRequest} when something the image needs is wrong
[[nodiscard]] Plan make_plan(std::shared_ptr<mapfile::Map const> map, Viewport const& viewport,
                             Overrides const& overrides, mapfile::OutputFormat const& format);

/// EXPLAIN for maps: steps with SQL, classes and pens.
[[nodiscard]] std::string explain(Plan const& plan, source::Services const& services);

} // namespace ms::render
