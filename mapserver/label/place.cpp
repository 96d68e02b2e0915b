// SPDX-License-Identifier: MIT
#include "label/place.hpp"

#include "label/collision.hpp"
#include "label/position.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ms::label {

namespace {

using geometry::Box;
using geometry::Point;

constexpr int highest_priority = 10;
constexpr double point_px = 0.1; // an anchor is taken when this box around it is

std::uint32_t number_of(std::size_t index)
{
    return static_cast<std::uint32_t>(index);
}

Box around(Point middle, double width, double height)
{
    return {middle.x - width / 2, middle.y - height / 2, middle.x + width / 2,
            middle.y + height / 2};
}

/// The free space around a marker: whole pixels of its size, without the last one (as in
/// MapServer), so that texts may come nearer from the right and from below.
Box marker_room(Point anchor, Point size)
{
    double const width = std::floor(size.x);
    double const height = std::floor(size.y);
    double const left = anchor.x - width / 2;
    double const top = anchor.y - height / 2;
    return {left, top, left + std::max(width - 1, 0.0), top + std::max(height - 1, 0.0)};
}

Box moved(Box const& box, Point by)
{
    return {box.min_x + by.x, box.min_y + by.y, box.max_x + by.x, box.max_y + by.y};
}

std::size_t bytes_of(Placed const& placed)
{
    return sizeof placed + placed.block.glyphs.size() * sizeof(text::Glyph);
}

/// A text with the room it takes, not yet agreed on.
struct Attempt {
    Placed placed;
    std::vector<Quad> room;
};

/// The search positions of LEADERs, in grid steps: growing squares, of each the places on its sides
/// from the middles outwards (not those next to the corners), then the corners, then the middles.
/// Observed with MapServer 8.0.0.
template <typename Try>
bool try_around(int max_steps, Try&& try_at)
{
    for (int k = 1; k <= max_steps; ++k) {
        for (int i = 1; i <= k - 2; ++i) {
            if (try_at(k, i) || try_at(k, -i) || try_at(-k, i) || try_at(-k, -i) || try_at(i, -k) ||
                try_at(-i, -k) || try_at(i, k) || try_at(-i, k)) {
                return true;
            }
        }
        if (try_at(k, k) || try_at(-k, -k) || try_at(k, -k) || try_at(-k, k) || try_at(k, 0) ||
            try_at(-k, 0) || try_at(0, -k) || try_at(0, k)) {
            return true;
        }
    }
    return false;
}

/// A line with some width, so that it can be in the way.
Quad quad_of(LeaderLine const& line)
{
    double const dx = line.to.x - line.from.x;
    double const dy = line.to.y - line.from.y;
    double const length = std::hypot(dx, dy);
    constexpr double half_width = 1e-3;
    Point const side{-dy / length * half_width, dx / length * half_width};
    Quad quad{{Point{line.from.x + side.x, line.from.y + side.y},
               {line.to.x + side.x, line.to.y + side.y},
               {line.to.x - side.x, line.to.y - side.y},
               {line.from.x - side.x, line.from.y - side.y}},
              {}};
    for (auto const& corner : quad.corners) {
        quad.box.extend(corner);
    }
    return quad;
}

/// The area of the collision grid: the image, and the relevant anchors around it.
Box area_of(std::vector<Candidate> const& candidates, Image const& image)
{
    auto area = image.frame;
    for (auto const& candidate : candidates) {
        if (candidate.world_rank && std::isfinite(candidate.anchor.x) &&
            std::isfinite(candidate.anchor.y)) {
            area.extend(candidate.anchor);
        }
    }
    return area;
}

class Placer {
public:
    Placer(std::vector<Candidate> const& candidates, Image const& image, Budget& budget)
        : m_candidates(candidates), m_image(image), m_budget(budget),
          m_markers(area_of(candidates, image)), m_taken(area_of(candidates, image)),
          m_leaders(area_of(candidates, image))
    {
        budget.keep(candidates.size() * sizeof(std::uint32_t)); // in run()
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            auto const& candidate = candidates[i];
            if (candidate.marker && image.collides) {
                budget.work();
                budget.keep(m_markers.add(upright(marker_room(candidate.anchor, *candidate.marker)),
                                          number_of(i)));
            }
        }
    }

    std::vector<Placed> run()
    {
        if (!m_image.collides) { // as MapServer draws them: one after the other, the last on top
            for (std::size_t i = 0; i < m_candidates.size(); ++i) {
                (void)place(number_of(i), {});
            }
            return std::move(m_placed);
        }
        using Slots = std::array<std::vector<std::uint32_t>, highest_priority>;
        Slots world;
        Slots slots;
        for (auto i = m_candidates.size(); i-- > 0;) { // the last added is the first
            auto const& candidate = m_candidates[i];
            auto& chosen = candidate.world_rank ? world : slots;
            chosen[static_cast<std::size_t>(slot_of(candidate))].push_back(number_of(i));
        }
        for (auto& slot : world) {
            std::ranges::stable_sort(
                slot, {}, [&](std::uint32_t index) { return *m_candidates[index].world_rank; });
        }
        for (auto const* chosen : {&world, &slots}) {
            for (auto slot = chosen->rbegin(); slot != chosen->rend(); ++slot) {
                place_all(*slot);
            }
        }
        return std::move(m_placed);
    }

private:
    static int slot_of(Candidate const& candidate)
    {
        return std::clamp(candidate.priority, 1, highest_priority) - 1;
    }

    void place_all(std::vector<std::uint32_t> const& indexes)
    {
        std::vector<std::uint32_t> left;
        for (auto const index : indexes) {
            m_repeats = false;
            auto const& candidate = m_candidates[index];
            if (!place(index, {}) && !m_repeats && candidate.leader && m_image.collides &&
                m_image.frame.contains(candidate.anchor)) {
                left.push_back(index);
            }
        }
        for (auto const index : left) {
            auto const& leader = *m_candidates[index].leader;
            double const step = std::max(leader.grid_step_px, 1.0);
            constexpr double most = 100;
            int const steps = static_cast<int>(std::min(leader.max_distance_px / step, most));
            (void)try_around(steps, [&](int x, int y) {
                return place(index, {x * step, y * step});
            });
        }
    }

    /// \param away how far from its anchor; not 0: at the end of a leader
    bool place(std::uint32_t index, Point away)
    {
        m_budget.work(); // 40,000 leaders are tried for a label
        auto const& candidate = m_candidates[index];
        m_group.clear();
        m_clearance = Clearance{candidate.marker};
        m_is_led = !(away == Point{});
        std::optional<LeaderLine> leader;
        if (!(away == Point{})) {
            leader = LeaderLine{.from = candidate.anchor,
                                .to = {candidate.anchor.x + away.x, candidate.anchor.y + away.y},
                                .look = candidate.leader->look};
            if (is_crossed(quad_of(*leader))) {
                return false;
            }
        }
        for (auto const& text : candidate.texts) {
            m_clearance.add(text);
            if (!find_room(index, candidate, text, away)) {
                return false;
            }
        }
        keep(index, leader);
        return true;
    }

    /// Accepts the attempts in m_group.
    void keep(std::uint32_t index, std::optional<LeaderLine> const& leader)
    {
        auto const& texts = m_candidates[index].texts;
        if (leader) {
            m_budget.keep(m_leaders.add(quad_of(*leader), index));
            m_budget.keep(sizeof(Box));
            m_led.emplace(index, box_of_group());
            m_group.front().placed.leader = leader;
        }
        for (std::size_t i = 0; i < m_group.size(); ++i) {
            for (auto const& quad : m_group[i].room) {
                m_budget.keep(m_taken.add(quad, index));
            }
            if (m_image.collides && !texts[i].text.empty()) {
                auto const& text = texts[i].without_breaks();
                m_budget.keep(2 * sizeof(Box) + text.size());
                auto& places = m_same_texts[text];
                places.push_back(m_group[i].placed.frame.box);
                if (!texts[i].along) { // MINDISTANCE counts from the anchor, too, as in MapServer
                    places.push_back(around(m_candidates[index].anchor, 0, 0));
                }
            }
            if (is_near_image(index, m_group[i])) {
                m_budget.keep(bytes_of(m_group[i].placed));
                m_placed.push_back(std::move(m_group[i].placed));
            }
        }
    }

    /// Labels of the world are placed far around the image, but drawn only if they reach it.
    bool is_near_image(std::uint32_t index, Attempt const& attempt) const
    {
        double const halo = 3 * attempt.placed.size_px; // and anything else drawn around it
        return !m_candidates[index].world_rank ||
               std::ranges::any_of(attempt.room, [&](Quad const& quad) {
                   return quad.box.intersects(m_image.frame.grown(halo));
               });
    }

    bool find_room(std::uint32_t index, Candidate const& candidate, Text const& text, Point away)
    {
        m_budget.work();
        bool const checks = m_image.collides && text.force != Force::On;
        if (checks && !candidate.leader && text.offset == Point{} && !text.along &&
            is_text_at(upright(around(candidate.anchor, 2 * point_px, 2 * point_px)))) {
            return false;
        }
        if (text.along) {
            return away == Point{} && try_along(index, text);
        }
        auto block = text::lay_out(text.text, text.setting());
        bool const has_marker = candidate.marker.has_value() || !text.boxes.empty();
        // At the end of a leader, AUTO is centred, as in MapServer 8.0.0.
        auto const fixed =
            m_is_led && text.position == Position::Auto ? Position::CC : text.position;
        auto const positions = fixed != Position::Auto
                                   ? std::span{&fixed, 1}
                                   : auto_positions(candidate.carrier, has_marker);
        Point const anchor{candidate.anchor.x + away.x, candidate.anchor.y + away.y};
        for (auto const position : positions) {
            auto attempt = at_position(text, block, position, anchor);
            // A forced label takes its last position if none is free; not at the end of a leader.
            if (!m_image.collides || is_free(index, text, attempt) ||
                (text.force == Force::On && !m_is_led && position == positions.back())) {
                attempt.placed.block = std::move(block);
                m_group.push_back(std::move(attempt));
                return true;
            }
        }
        return false;
    }

    Point origin_of(Text const& text, text::Block const& block, Position position,
                    Point anchor) const
    {
        auto const corner =
            corner_of(position, {block.box.width(), block.box.height(), block.line_count},
                      text.offset, m_clearance.value());
        return {anchor.x + corner.x - block.box.min_x, anchor.y + corner.y - block.box.min_y};
    }

    /// The origin of a block is the start of its first baseline.
    static Point origin_of(Text const& text, text::Block const& block, Placing placing,
                           Point anchor)
    {
        return placing == Placing::OnBox
                   ? Point{anchor.x, anchor.y - block.box.max_y}
                   : Point{anchor.x,
                           anchor.y - text.line_height * static_cast<double>(block.line_count - 1)};
    }

    Attempt at_position(Text const& text, text::Block const& block, Position position,
                        Point anchor) const
    {
        Attempt attempt;
        auto& placed = attempt.placed;
        placed.look = text.look;
        placed.size_px = text.size_px;
        placed.anchor = anchor;
        placed.angle_rad = text.angle_rad;
        if (!block.box.is_empty()) {
            placed.origin = text.placing == Placing::Beside
                                ? origin_of(text, block, position, anchor)
                                : origin_of(text, block, text.placing, anchor);
            auto const box = moved(block.box, placed.origin);
            placed.frame = turned(box, anchor, text.angle_rad);
            attempt.room.push_back(turned(box.grown(text.buffer), anchor, text.angle_rad));
        }
        for (auto const& box : text.boxes) {
            attempt.room.push_back(upright(moved(box, anchor)));
        }
        return attempt;
    }

    bool try_along(std::uint32_t index, Text const& text)
    {
        Attempt attempt;
        attempt.placed.look = text.look;
        attempt.placed.size_px = text.size_px;
        attempt.placed.along = text.along;
        attempt.room = text.along->room;
        for (auto const& quad : attempt.room) {
            for (auto const& corner : quad.corners) {
                attempt.placed.frame.box.extend(corner);
            }
        }
        if (m_image.collides && text.force != Force::On && !is_free(index, text, attempt)) {
            return false;
        }
        m_group.push_back(std::move(attempt));
        return true;
    }

    /// Within the image; like pixels, its right and lower edges are beyond it.
    bool is_inside(Box const& box) const
    {
        auto const& frame = m_image.frame;
        return frame.contains(box) && box.max_x < frame.max_x && box.max_y < frame.max_y;
    }

    bool is_free(std::uint32_t index, Text const& text, Attempt const& attempt)
    {
        // The distance of equal texts decides who searches with a leader, not where it ends.
        if (!m_is_led && is_near_same_text(text, attempt.placed.frame.box)) {
            m_repeats = true;
            return false;
        }
        bool const may_be_cut = m_candidates[index].texts.front().may_be_cut; // as in MapServer
        // As MapServer 8.0.0: AUTO keeps off other candidates only.
        bool const may_overlap_group =
            text.force == Force::Group ||
            (m_is_led ? text.force == Force::On : text.position == Position::Auto);
        return std::ranges::all_of(attempt.room, [&](Quad const& quad) {
            m_budget.work();
            return (may_be_cut || m_candidates[index].world_rank || is_inside(quad.box)) &&
                   !is_taken(quad, index) && (may_overlap_group || !overlaps_group(quad));
        });
    }

    bool is_taken(Quad const& quad, std::uint32_t index) const
    {
        int const slot = slot_of(m_candidates[index]);
        bool const is_in_world = m_candidates[index].world_rank.has_value();
        auto const any = [](std::uint32_t) { return true; };
        return is_text_at(quad) || m_leaders.any_overlap(quad, any) ||
               m_markers.any_overlap(quad, [&](std::uint32_t owner) {
                   auto const& other = m_candidates[owner];
                   // Markers of other layers end near the edge of the image: no matter for the
                   // world.
                   return owner != index && slot_of(other) >= slot &&
                          (!is_in_world || other.world_rank);
               });
    }

    bool is_text_at(Quad const& quad) const
    {
        return m_taken.any_overlap(quad, [](std::uint32_t) { return true; });
    }

    /// A leader crosses no text. It may cross another leader, unless it passes the text at its end:
    /// MapServer looks for lines only where the boxes around the texts overlap.
    bool is_crossed(Quad const& leader) const
    {
        return is_text_at(leader) || m_leaders.any_overlap(leader, [&](std::uint32_t owner) {
            return m_led.at(owner).intersects(leader.box);
        });
    }

    Box box_of_group() const
    {
        Box box;
        for (auto const& attempt : m_group) {
            for (auto const& quad : attempt.room) {
                for (auto const& corner : quad.corners) {
                    box.extend(corner);
                }
            }
        }
        return box;
    }

    /// Earlier texts of the same candidate.
    bool overlaps_group(Quad const& quad) const
    {
        return std::ranges::any_of(m_group, [&](Attempt const& other) {
            return std::ranges::any_of(other.room,
                                       [&](Quad const& taken) { return overlap(taken, quad); });
        });
    }

    bool is_near_same_text(Text const& text, Box const& box) const
    {
        if (text.min_distance < 0) {
            return false;
        }
        auto const same = m_same_texts.find(text.without_breaks());
        return same != m_same_texts.end() &&
               std::ranges::any_of(same->second, [&](Box const& other) {
                   return other.intersects(box.grown(text.min_distance));
               });
    }

    std::vector<Candidate> const& m_candidates;
    Image const& m_image;
    Budget& m_budget;
    CollisionIndex m_markers;
    CollisionIndex m_taken;
    CollisionIndex m_leaders;
    std::unordered_map<std::uint32_t, Box> m_led; ///< around the texts at the ends of leaders
    std::vector<Attempt> m_group;                 ///< of the current candidate
    Clearance m_clearance{{}};                    ///< of its texts so far
    bool m_is_led = false;                        ///< it is tried at the end of a leader
    bool m_repeats = false; ///< it is nearer to an equal text than MINDISTANCE
    std::vector<Placed> m_placed;
    std::unordered_map<std::string, std::vector<Box>> m_same_texts;
};

} // namespace

std::vector<Placed> place(std::vector<Candidate> const& candidates, Image const& image,
                          Budget& budget)
{
    return Placer{candidates, image, budget}.run();
}

std::vector<Placed> place(std::vector<Candidate> const& candidates, Image const& image)
{
    Budget unlimited;
    return place(candidates, image, unlimited);
}

} // namespace ms::label
