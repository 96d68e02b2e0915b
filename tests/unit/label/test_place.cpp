// SPDX-License-Identifier: MIT
// Rules as MapServer 8.0.0 shows them; see the reference of its label engine.
#include "label/place.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace ms;

namespace {

constexpr label::Picture picture{.frame = {0, 0, 200, 200}};

std::shared_ptr<text::FontList const> sans()
{
    static auto const fonts = std::make_shared<text::FontList const>(text::FontList{
        std::make_shared<text::Font const>("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")});
    return fonts;
}

/// "Ag" at 27 px per em is 35.6 x 25.3 pixels; `look` tells texts apart.
label::Candidate at(double x, double y, std::uint32_t look, int priority = 1)
{
    label::Candidate candidate;
    candidate.anchor = {x, y};
    candidate.priority = priority;
    label::Text text{.text = "Ag", .fonts = sans()};
    text.size_px = 27;
    text.look = look;
    candidate.texts.push_back(text);
    return candidate;
}

std::vector<std::uint32_t> looks(std::vector<label::Candidate> const& candidates)
{
    std::vector<std::uint32_t> found;
    for (auto const& placed : label::place(candidates, picture)) {
        found.push_back(placed.look);
    }
    return found;
}

using Looks = std::vector<std::uint32_t>;

} // namespace

TEST_CASE("placing: of two that overlap the last added stays")
{
    CHECK(looks({at(100, 100, 1), at(110, 100, 2)}) == Looks{2});
    CHECK(looks({at(50, 100, 1), at(110, 100, 2)}) == Looks{2, 1});
}

TEST_CASE("placing: a higher priority goes first")
{
    CHECK(looks({at(100, 100, 1, 5), at(110, 100, 2, 4)}) == Looks{1});
}

TEST_CASE("placing: nothing is cut off at the edge unless it may be; BUFFER counts")
{
    auto label = at(18, 100, 1); // from 0.2 on, like MapServer
    CHECK(looks({label}) == Looks{1});
    CHECK(looks({at(17, 100, 1)}).empty());
    label.texts[0].buffer = 3;
    CHECK(looks({label}).empty());
    label.texts[0].may_be_cut = true;
    CHECK(looks({label}) == Looks{1});
}

TEST_CASE("placing: FORCE draws over everything")
{
    auto forced = at(100, 100, 1);
    forced.texts[0].force = label::Force::On;
    CHECK(looks({forced, at(110, 100, 2)}) == Looks{2, 1});
}

TEST_CASE("placing: the texts of one candidate stand or fall together")
{
    auto pair = at(100, 100, 1);
    pair.texts.push_back(pair.texts[0]);
    pair.texts[1].look = 2;
    CHECK(looks({pair}).empty()); // they hit each other
    pair.texts[1].force = label::Force::Group;
    CHECK(looks({pair}) == Looks{1, 2});
}

TEST_CASE("placing: markers keep off labels of others with the same or a higher priority")
{
    auto const with_marker = [](label::Candidate candidate) {
        candidate.marker = geometry::Point{10, 10};
        candidate.texts[0].position = label::Position::LR;
        return candidate;
    };
    auto const blocker = with_marker(at(190, 100, 1, 3)); // its own text is off the picture
    auto reaching = at(170, 100, 2, 3);
    reaching.texts[0].position = label::Position::CC;
    CHECK(looks({blocker, reaching}).empty());
    reaching.priority = 4; // placed while the marker's priority is lower
    CHECK(looks({blocker, reaching}) == Looks{2});
}

TEST_CASE("placing: AUTO takes the first free position")
{
    auto automatic = at(100, 100, 1);
    automatic.texts[0].position = label::Position::Auto;
    auto const placed = label::place({automatic}, picture);
    REQUIRE(placed.size() == 1);
    CHECK(placed[0].frame.box.max_x == doctest::Approx(100)); // UL
    CHECK(placed[0].frame.box.max_y == doctest::Approx(100));

    auto const beside = label::place({automatic, at(80, 85, 2)}, picture); // UL is taken
    REQUIRE(beside.size() == 2);
    CHECK(beside[1].frame.box.min_x == doctest::Approx(100)); // LR
}

TEST_CASE("placing: MINDISTANCE counts between labels of the same text only")
{
    auto spaced = at(50, 100, 1);
    spaced.texts[0].min_distance = 40;
    CHECK(looks({spaced, at(110, 100, 2)}) == Looks{2});
    spaced.texts[0].text = "Ah";
    CHECK(looks({spaced, at(110, 100, 2)}) == Looks{2, 1});
}
