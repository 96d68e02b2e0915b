// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Collects the labels of all layers of an image, then places and draws them.

#include "base/budget.hpp"
#include "label/place.hpp"
#include "paint/canvas.hpp"
#include "render/plan/plan_state.hpp"
#include "style/label_style.hpp"

#include <vector>

namespace ms::render {

/// The line of a LEADER, style by style.
using LeaderLook = std::vector<style::Symbolizers>;

/// The labels of one image, until all layers have been drawn.
class LabelSheet {
public:
    /// \param budget of the map: counts the labels; must outlive the object
    explicit LabelSheet(Budget& budget) : m_budget(budget) {}
    ~LabelSheet() { m_budget.release(m_kept_bytes); }
    LabelSheet(LabelSheet const&) = delete;
    LabelSheet& operator=(LabelSheet const&) = delete;

    [[nodiscard]] Budget& budget() noexcept { return m_budget; }
    /// Stores a look for Text::look.
    [[nodiscard]] std::uint32_t add(style::LabelLook look);
    /// Stores a look for label::Leader::look.
    [[nodiscard]] std::uint32_t add_leader(LeaderLook look);
    /// \throws Error{Limit} when there are too many
    void add(label::Candidate candidate);

    /// Places all labels and draws them.
    void draw(PlanState const& plan, paint::Canvas& canvas);
    [[nodiscard]] bool is_drawn() const noexcept { return m_is_drawn; }
    [[nodiscard]] std::size_t drawn_count() const noexcept { return m_drawn_count; }
    /// Labels that are to be drawn wherever they fall (LABELCACHE OFF).
    void set_collisions(bool collides) noexcept { m_collides = collides; }

private:
    void keep(std::size_t bytes);

    Budget& m_budget;
    std::size_t m_kept_bytes = 0;
    std::vector<label::Candidate> m_candidates;
    std::vector<style::LabelLook> m_looks;
    std::vector<LeaderLook> m_leader_looks;
    bool m_collides = true;
    bool m_is_drawn = false;
    std::size_t m_drawn_count = 0;
};

} // namespace ms::render
