// SPDX-License-Identifier: MIT
#include "label/place.hpp"

#include "label/collision.hpp"
#include "label/position.hpp"

#include <algorithm>
#include <array>
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

Box moved(Box const& box, Point by)
{
    return {box.min_x + by.x, box.min_y + by.y, box.max_x + by.x, box.max_y + by.y};
}

/// A text with the room it takes, not yet agreed on.
struct Attempt {
    Placed placed;
    std::vector<Quad> room;
};

class Placer {
public:
    Placer(std::vector<Candidate> const& candidates, Picture const& picture)
        : m_candidates(candidates), m_picture(picture), m_markers(picture.frame),
          m_taken(picture.frame)
    {
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            auto const& candidate = candidates[i];
            if (candidate.marker && picture.collides) {
                m_markers.add(
                    upright(around(candidate.anchor, candidate.marker->x, candidate.marker->y)),
                    number_of(i));
            }
        }
    }

    std::vector<Placed> run()
    {
        std::array<std::vector<std::uint32_t>, highest_priority> slots;
        for (std::size_t i = 0; i < m_candidates.size(); ++i) {
            slots[static_cast<std::size_t>(slot_of(m_candidates[i]))].push_back(number_of(i));
        }
        std::vector<Placed> placed;
        for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
            for (auto index = slot->rbegin(); index != slot->rend(); ++index) {
                place(*index, placed);
            }
        }
        return placed;
    }

private:
    static int slot_of(Candidate const& candidate)
    {
        return std::clamp(candidate.priority, 1, highest_priority) - 1;
    }

    void place(std::uint32_t index, std::vector<Placed>& placed)
    {
        auto const& candidate = m_candidates[index];
        m_group.clear();
        for (auto const& text : candidate.texts) {
            if (!find_room(index, candidate, text)) {
                return;
            }
        }
        for (auto& attempt : m_group) {
            for (auto const& quad : attempt.room) {
                m_taken.add(quad, index);
            }
            placed.push_back(std::move(attempt.placed));
        }
        for (std::size_t i = 0; i < candidate.texts.size() && m_picture.collides; ++i) {
            if (!candidate.texts[i].text.empty()) {
                m_same_texts[candidate.texts[i].text].push_back(
                    placed.at(placed.size() - m_group.size() + i).frame.box);
            }
        }
    }

    bool find_room(std::uint32_t index, Candidate const& candidate, Text const& text)
    {
        bool const checks = m_picture.collides && text.force != Force::On;
        if (checks && !candidate.marker && text.offset == Point{} && !text.along &&
            is_taken(upright(around(candidate.anchor, 2 * point_px, 2 * point_px)), index)) {
            return false;
        }
        if (text.along) {
            return try_along(index, text);
        }
        auto block =
            text::lay_out(text.text, {*text.fonts, text.size_px, text.line_height, text.align});
        auto const positions =
            text.position != Position::Auto
                ? std::span{&text.position, 1}
                : auto_positions(candidate.carrier, candidate.marker.has_value());
        for (auto const position : positions) {
            auto attempt = at_position(candidate, text, block, position);
            if (!checks || is_free(index, text, attempt)) {
                return accept(std::move(attempt), std::move(block));
            }
            if (!m_picture.collides) {
                break;
            }
        }
        return false;
    }

    bool accept(Attempt attempt, text::Block block)
    {
        attempt.placed.block = std::move(block);
        m_group.push_back(std::move(attempt));
        return true;
    }

    static Attempt at_position(Candidate const& candidate, Text const& text,
                               text::Block const& block, Position position)
    {
        Attempt attempt;
        auto& placed = attempt.placed;
        placed.look = text.look;
        placed.size_px = text.size_px;
        placed.anchor = candidate.anchor;
        placed.angle_rad = text.angle_rad;
        if (!block.box.is_empty()) {
            auto const corner =
                corner_of(position, {block.box.width(), block.box.height(), block.line_count},
                          text.offset, candidate.marker);
            placed.origin = {candidate.anchor.x + corner.x - block.box.min_x,
                             candidate.anchor.y + corner.y - block.box.min_y};
            auto const box = moved(block.box, placed.origin);
            placed.frame = turned(box, candidate.anchor, text.angle_rad);
            attempt.room.push_back(
                turned(box.grown(text.buffer), candidate.anchor, text.angle_rad));
        }
        for (auto const& box : text.boxes) {
            attempt.room.push_back(upright(moved(box, candidate.anchor)));
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
        if (m_picture.collides && text.force != Force::On && !is_free(index, text, attempt)) {
            return false;
        }
        m_group.push_back(std::move(attempt));
        return true;
    }

    bool is_free(std::uint32_t index, Text const& text, Attempt const& attempt) const
    {
        for (auto const& quad : attempt.room) {
            if ((!text.may_be_cut && !m_picture.frame.contains(quad.box)) ||
                is_taken(quad, index) || (text.force != Force::Group && overlaps_group(quad))) {
                return false;
            }
        }
        return !is_near_same_text(text, attempt.placed.frame.box);
    }

    bool is_taken(Quad const& quad, std::uint32_t index) const
    {
        int const slot = slot_of(m_candidates[index]);
        return m_taken.any_overlap(quad, [](std::uint32_t) { return true; }) ||
               m_markers.any_overlap(quad, [&](std::uint32_t owner) {
                   return owner != index && slot_of(m_candidates[owner]) >= slot;
               });
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
        auto const same = m_same_texts.find(text.text);
        return same != m_same_texts.end() &&
               std::ranges::any_of(same->second, [&](Box const& other) {
                   return other.intersects(box.grown(text.min_distance));
               });
    }

    std::vector<Candidate> const& m_candidates;
    Picture const& m_picture;
    CollisionIndex m_markers;
    CollisionIndex m_taken;
    std::vector<Attempt> m_group; ///< of the candidate that is being placed
    std::unordered_map<std::string, std::vector<Box>> m_same_texts;
};

} // namespace

std::vector<Placed> place(std::vector<Candidate> const& candidates, Picture const& picture)
{
    return Placer{candidates, picture}.run();
}

} // namespace ms::label
