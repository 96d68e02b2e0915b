// SPDX-License-Identifier: MIT
// Rules as MapServer 8.0.0 shows them; see the reference of its label engine.
#include "label/place.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <tuple>

using namespace ms;

namespace {

constexpr label::Image image{.frame = {0, 0, 200, 200}};

std::shared_ptr<text::FontList const> sans()
{
    static auto const fonts = std::make_shared<text::FontList const>(text::FontList{
        std::make_shared<text::Font const>("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")});
    return fonts;
}

/// "Ag" at 27 px per em is 35.6 x 25.3 pixels; `look` distinguishes texts.
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
    for (auto const& placed : label::place(candidates, image)) {
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

// LABELCACHE OFF and POSTLABELCACHE.
TEST_CASE("placing: what need not keep off others is drawn in order, the last on top")
{
    constexpr label::Image free{.frame = {0, 0, 200, 200}, .collides = false};
    auto const placed =
        label::place({at(100, 100, 1), at(105, 100, 2, 9), at(110, 100, 3, 5)}, free);
    REQUIRE(placed.size() == 3);
    for (std::uint32_t i = 0; i < 3; ++i) {
        CHECK(placed[i].look == i + 1);
    }
}

TEST_CASE("placing: a higher priority goes first")
{
    CHECK(looks({at(100, 100, 1, 5), at(110, 100, 2, 4)}) == Looks{1});
}

TEST_CASE("placing: labels are not cut at the edge unless allowed; BUFFER counts")
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

TEST_CASE("placing: the texts of one candidate are all drawn or all left out")
{
    auto pair = at(100, 100, 1);
    pair.texts.push_back(pair.texts[0]);
    pair.texts[1].look = 2;
    CHECK(looks({pair}).empty()); // they hit each other
    pair.texts[1].force = label::Force::Group;
    CHECK(looks({pair}) == Looks{1, 2});
}

TEST_CASE("placing: markers block labels of others with the same or a higher priority")
{
    auto const with_marker = [](label::Candidate candidate) {
        candidate.marker = geometry::Point{10, 10};
        candidate.texts[0].position = label::Position::LR;
        return candidate;
    };
    auto const blocker = with_marker(at(190, 100, 1, 3)); // its own text is off the image
    auto reaching = at(170, 100, 2, 3);
    reaching.texts[0].position = label::Position::CC;
    CHECK(looks({blocker, reaching}).empty());
    reaching.priority = 4; // placed while the marker's priority is lower
    CHECK(looks({blocker, reaching}) == Looks{2});
}

// MapServer 8.0.0: "HH" of SIZE 9 (18.05 x 8.75 px), centred k pixels from the middle of a disc
// whose own label is far away, is drawn from these k on, found in steps of 1/8. SIZE 9.5 is treated
// as 9.
TEST_CASE("placing: a marker blocks whole pixels of its size, without the last")
{
    auto const is_drawn = [](double size, double x, double y) {
        auto marked = at(100, 100, 1);
        marked.marker = geometry::Point{size, size};
        marked.texts[0].position = label::Position::LR;
        marked.texts[0].offset = {60, 60};
        auto beside = at(100 + x, 100 + y, 2);
        beside.texts[0].text = "HH";
        beside.texts[0].size_px = 12;
        return looks({beside, marked}).back() == 2;
    };
    for (auto const& [size, right_and_down, left_and_up] :
         {std::tuple{4.0, 1.0, 2.0}, {9.0, 3.5, 4.5}, {9.5, 3.5, 4.5}, {3.6, 0.5, 1.5}}) {
        CAPTURE(size);
        double const half_width = 9.03;
        double const half_height = 4.38;
        for (auto const& [x, y, free] : {std::tuple{1, 0, right_and_down + half_width},
                                         {-1, 0, left_and_up + half_width},
                                         {0, 1, right_and_down + half_height},
                                         {0, -1, left_and_up + half_height}}) {
            CAPTURE(x);
            CAPTURE(y);
            CHECK_FALSE(is_drawn(size, x * (free - 0.1), y * (free - 0.1)));
            CHECK(is_drawn(size, x * (free + 0.1), y * (free + 0.1)));
        }
    }
}

// MapServer 8.0.0, a label of PRIORITY 5 across the anchor and a disc of 20 pixels around it.
TEST_CASE("placing: a text on the anchor blocks its label even if there is room, a marker does not")
{
    auto below = at(100, 100, 1);
    below.texts[0].position = label::Position::LC;
    below.texts[0].size_px = 8;
    auto text = at(100, 97, 2, 5); // its lower edge is 4.4 pixels below its middle
    text.texts[0].text = "HH";
    text.texts[0].size_px = 12;
    for (bool const has_marker : {false, true}) {
        CAPTURE(has_marker);
        if (has_marker) {
            below.marker = geometry::Point{6, 6};
        }
        CHECK(looks({below, text}) == Looks{2});
    }
    below.texts[0].offset = {0, 1}; // with an OFFSET the text may leave its anchor to others
    CHECK(looks({below, text}) == Looks{2, 1});

    auto marked =
        at(100, 92, 3, 5); // its marker ends a pixel below the anchor, the text begins at 2
    marked.marker = geometry::Point{20, 20};
    marked.texts[0].position = label::Position::UC;
    below = at(100, 100, 1);
    below.texts[0].position = label::Position::LC;
    CHECK(looks({below, marked}) == Looks{3, 1});
}

// MapServer 8.0.0: next to a disc of 20 pixels the text is 9 pixels away from the anchor, 10 with
// OUTLINEWIDTH 1 and 11 with OUTLINEWIDTH 3; a symbol of the LABEL itself counts instead.
TEST_CASE(
    "placing: markers, the outline of the letters and symbols of the label push the text away")
{
    auto const left_edge = [](double outline, double symbol) {
        auto candidate = at(100, 100, 1);
        candidate.marker = geometry::Point{20, 20};
        candidate.texts[0].position = label::Position::LR;
        candidate.texts[0].outline = outline;
        candidate.texts[0].symbol_size = {symbol, symbol};
        return label::place({candidate}, image).at(0).frame.box.min_x;
    };
    CHECK(left_edge(0, 0) == doctest::Approx(109));
    CHECK(left_edge(1, 0) == doctest::Approx(110));
    CHECK(left_edge(3, 0) == doctest::Approx(111));
    CHECK(left_edge(0, 30) == doctest::Approx(115));
    CHECK(left_edge(0, 8) == doctest::Approx(104));
    CHECK(left_edge(3, 8) == doctest::Approx(105));
}

// MapServer 8.0.0 adds up the outlines of the texts of a candidate, from the last symbol on.
TEST_CASE("placing: what pushes a text away pushes those after it, too")
{
    auto const left_edge = [](double first_symbol, double first_outline, double outline) {
        auto candidate = at(100, 100, 1);
        candidate.marker = geometry::Point{20, 20};
        candidate.texts[0].position = label::Position::LR;
        candidate.texts[0].force = label::Force::Group;
        candidate.texts.push_back(candidate.texts[0]);
        candidate.texts[0].symbol_size = {first_symbol, first_symbol};
        candidate.texts[0].outline = first_outline;
        candidate.texts[1].outline = outline;
        return label::place({candidate}, image).at(1).frame.box.min_x;
    };
    CHECK(left_edge(0, 0, 0) == doctest::Approx(109));
    CHECK(left_edge(0, 3, 0) == doctest::Approx(111));
    CHECK(left_edge(0, 3, 3) == doctest::Approx(112));
    CHECK(left_edge(8, 0, 0) == doctest::Approx(104));
    CHECK(left_edge(30, 0, 3) == doctest::Approx(116));
}

TEST_CASE("placing: PARTIALS of the first text decides for all of a candidate")
{
    auto both = at(100, 100, 1);
    both.texts.push_back(both.texts[0]);
    both.texts[0].size_px = 6;
    both.texts[1].force = label::Force::Group;
    both.texts[1].offset = {95, 0};
    CHECK(looks({both}).empty());
    both.texts[1].may_be_cut = true;
    CHECK(looks({both}).empty());
    both.texts[0].may_be_cut = true;
    both.texts[1].may_be_cut = false;
    CHECK(looks({both}) == Looks{1, 1});
}

TEST_CASE("placing: AUTO takes the first free position")
{
    auto automatic = at(100, 100, 1);
    automatic.texts[0].position = label::Position::Auto;
    auto const placed = label::place({automatic}, image);
    REQUIRE(placed.size() == 1);
    CHECK(placed[0].frame.box.max_x == doctest::Approx(100)); // UL
    CHECK(placed[0].frame.box.max_y == doctest::Approx(100));

    auto const beside = label::place({automatic, at(80, 85, 2)}, image); // UL is taken
    REQUIRE(beside.size() == 2);
    CHECK(beside[1].frame.box.min_x == doctest::Approx(100)); // LR
}

// MapServer 8.0.0: of two LABELs the second stands at UL, over the first.
TEST_CASE("placing: AUTO may overlap the other texts of its class")
{
    auto both = at(100, 100, 1);
    both.texts.push_back(both.texts[0]);
    CHECK(label::place({both}, image).empty());
    both.texts[1].position = label::Position::Auto;
    auto const placed = label::place({both}, image);
    REQUIRE(placed.size() == 2);
    CHECK(placed[1].frame.box.max_x == doctest::Approx(100));
    CHECK(placed[1].frame.box.max_y == doctest::Approx(100));
}

TEST_CASE("placing: AUTO begins beside the symbols of a text, for every geometry")
{
    auto labelled = at(100, 100, 1);
    labelled.carrier = label::Carrier::Polygon;
    labelled.texts[0].position = label::Position::Auto;
    auto const box_of = [&] { return label::place({labelled}, image).at(0).frame.box; };
    CHECK(box_of().contains(ms::geometry::Box{99, 99, 101, 101}));
    labelled.texts[0].boxes = {{-5, -5, 5, 5}};
    labelled.texts[0].symbol_size = {10, 10};
    CHECK(box_of().max_x <= 95);
    CHECK(box_of().max_y <= 95);
}

TEST_CASE("placing: MINDISTANCE applies only between labels of the same text")
{
    auto spaced = at(50, 100, 1);
    spaced.texts[0].min_distance = 40;
    CHECK(looks({spaced, at(110, 100, 2)}) == Looks{2});
    spaced.texts[0].unwrapped = "Ah";
    CHECK(looks({spaced, at(110, 100, 2)}) == Looks{2, 1});
    auto other = at(110, 100, 2);
    other.texts[0].text = "A\nh";
    other.texts[0].unwrapped = "Ah";
    CHECK(looks({spaced, other}) == Looks{2});
}

TEST_CASE("placing: the outline of letters counts beside markers of two pixels and more")
{
    auto const right_edge = [](double marker, double outline) {
        auto labelled = at(100, 100, 1);
        labelled.texts[0].position = label::Position::UL;
        labelled.texts[0].outline = outline;
        labelled.marker = geometry::Point{marker, marker};
        auto const placed = label::place({labelled}, image);
        REQUIRE(placed.size() == 1);
        return placed[0].frame.box.max_x;
    };
    CHECK(right_edge(1, 8) == right_edge(1, 0));
    CHECK(right_edge(2, 8) == right_edge(2, 0) - 4);
}

TEST_CASE("placing: a forced label tries all its positions and takes the last if none is free")
{
    // The last of AUTO around a point is LC: below it, centred (as MapServer).
    auto forced = at(100, 100, 1);
    forced.texts.front().force = label::Force::On;
    forced.texts.front().position = label::Position::Auto;
    auto block = at(100, 100, 2, 10);
    block.texts.front().size_px = 150;
    auto const placed = label::place({forced, block}, image);
    REQUIRE(placed.size() == 2);
    CHECK(placed[1].look == 1);
    CHECK(placed[1].frame.box.min_y == doctest::Approx(102));

    block.texts.front().size_px = 27;
    block.texts.front().position = label::Position::UL;
    auto const beside = label::place({forced, block}, image);
    REQUIRE(beside.size() == 2);
    // CR: the previous ones UR and LL are next to UL, LR touches it at the anchor (as in
    // MapServer).
    CHECK(beside[1].frame.box.min_x == doctest::Approx(102));
}

// Observed with MapServer 8.0.0.
TEST_CASE("placing: MINDISTANCE counts from the text and from the anchor of the other label")
{
    auto far = at(20, 100, 2, 10);
    far.texts[0].offset = {140, 0};
    for (auto const& [x, is_drawn] :
         {std::pair{40.0, false}, {90.0, true}, {125.0, false}, {180.0, false}}) {
        auto near = at(x, 130, 1);
        near.texts[0].min_distance = 30;
        CHECK((looks({near, far}) == (is_drawn ? Looks{2, 1} : Looks{2})));
    }
}

TEST_CASE("placing: MINDISTANCE applies along lines, too")
{
    auto const along = [](double x, std::uint32_t look) {
        auto candidate = at(x, 100, look);
        auto path = std::make_shared<label::PathText>();
        path->room.push_back(label::upright({x, 95, x + 20, 105}));
        candidate.texts[0].along = path;
        candidate.texts[0].min_distance = 50;
        return candidate;
    };
    CHECK(looks({along(60, 1), along(100, 2)}) == Looks{2});
    CHECK(looks({along(20, 1), along(100, 2)}) == Looks{2, 1});
}

TEST_CASE("leaders: a label without room moves to the nearest free place of the grid")
{
    // MapServer 8.0.0 tries (1, 1), (-1, -1), (1, -1), (-1, 1) and then the sides of each square.
    auto moved = at(100, 100, 1);
    moved.texts.front().size_px = 6; // some 8 x 6 pixels
    moved.leader = label::Leader{.grid_step_px = 40, .max_distance_px = 40};
    auto block = at(100, 95, 2, 10);
    block.texts.front().size_px = 6;
    auto const placed = label::place({moved, block}, image);
    REQUIRE(placed.size() == 2);
    REQUIRE(placed[1].leader);
    CHECK(placed[1].leader->from == geometry::Point{100, 100});
    CHECK(placed[1].leader->to == geometry::Point{140, 140});
    CHECK_FALSE(placed[0].leader);
}

// Seen in drawings of MapServer 8.0.0: crowds of points and polygons with POSITION AUTO and LEADER.
TEST_CASE("leaders: at its end a label of POSITION AUTO is centred")
{
    auto moved = at(100, 100, 1);
    moved.texts.front().position = label::Position::Auto;
    moved.leader = label::Leader{.grid_step_px = 40, .max_distance_px = 40};
    std::vector<label::Candidate> candidates{moved};
    for (auto const& [x, y] :
         {std::pair{88.0, 100.0}, {112.0, 100.0}, {100.0, 88.0}, {100.0, 112.0}}) {
        auto block = at(x, y, 2, 10); // one in each of the places around the anchor
        block.texts.front().size_px = 6;
        candidates.push_back(block);
    }
    auto const placed = label::place(candidates, image);
    REQUIRE(placed.size() == 5);
    REQUIRE(placed[4].leader);
    CHECK(placed[4].leader->to == geometry::Point{140, 140});
    auto const& box = placed[4].frame.box;
    CHECK((box.min_x + box.max_x) / 2 == doctest::Approx(140));
    CHECK((box.min_y + box.max_y) / 2 == doctest::Approx(140));
}

TEST_CASE("leaders: no farther than MAXDISTANCE, and not through other labels")
{
    auto moved = at(100, 100, 1);
    moved.texts.front().size_px = 6;
    auto block = at(100, 95, 2, 10);
    block.texts.front().size_px = 6;
    moved.leader = label::Leader{.grid_step_px = 40, .max_distance_px = 39};
    CHECK(looks({moved, block}) == Looks{2});

    moved.leader->max_distance_px = 40;
    auto in_the_way = at(120, 120, 3, 10);
    in_the_way.texts.front().size_px = 6;
    auto const placed = label::place({moved, block, in_the_way}, image);
    REQUIRE(placed.size() == 3);
    CHECK(placed[2].leader->to == geometry::Point{60, 140});
}

// As MapServer 8.0.0, like the following: crowds in tests/differential/drawings.py.
TEST_CASE("leaders: a label that MINDISTANCE leaves out does not search for another place")
{
    auto repeated = at(100, 100, 1);
    repeated.leader = label::Leader{.grid_step_px = 40, .max_distance_px = 80};
    repeated.texts.front().min_distance = 50;
    auto const same = at(100, 60, 2, 10);
    CHECK(looks({repeated, same}) == Looks{2});
}

// labelcache_map_edge_buffer, observed with MapServer 8.0.0.
TEST_CASE("leaders: an anchor at the edge of the image that labels keep free has none")
{
    auto moved = at(100, 100, 1);
    moved.texts.front().size_px = 6;
    moved.leader = label::Leader{.grid_step_px = 40, .max_distance_px = 40};
    auto block = at(100, 95, 2, 10);
    block.texts.front().size_px = 6;
    label::Image const wide{.frame = {0, 0, 200, 200}};
    label::Image const narrow{.frame = {0, 0, 200, 99.5}};
    CHECK(label::place({moved, block}, wide).size() == 2);
    CHECK(label::place({moved, block}, narrow).size() == 1);
}

TEST_CASE("leaders: at their ends forced texts, too, keep off other labels")
{
    auto moved = at(100, 100, 1);
    moved.texts.front().size_px = 6;
    auto forced = moved.texts.front(); // overlaps its own group, which does not matter
    forced.force = label::Force::On;
    forced.look = 2;
    moved.texts.push_back(forced);
    moved.leader = label::Leader{.grid_step_px = 40, .max_distance_px = 40};
    auto block = at(100, 95, 3, 10);
    block.texts.front().size_px = 6;
    CHECK(label::place({moved, block}, image).back().anchor == geometry::Point{140, 140});

    moved.texts.back().buffer = 5; // reaches what the first text does not
    auto beside = at(140, 150, 4, 10);
    beside.texts.front().size_px = 6;
    auto const placed = label::place({moved, block, beside}, image);
    REQUIRE(placed.size() == 4);
    CHECK(placed.back().anchor == geometry::Point{60, 140}); // the others cross the block
}

TEST_CASE("leaders: at its end a label keeps as far away as from the marker")
{
    auto moved = at(100, 100, 1);
    moved.texts.front().size_px = 6;
    moved.texts.front().position = label::Position::CR;
    moved.marker = geometry::Point{6, 6};
    moved.leader = label::Leader{.grid_step_px = 40, .max_distance_px = 40};
    auto const alone = label::place({moved}, image);
    auto block = at(108, 100, 2, 10);
    block.texts.front().size_px = 6;
    auto const placed = label::place({moved, block}, image);
    REQUIRE(alone.size() == 1);
    REQUIRE(placed.size() == 2);
    REQUIRE(placed[1].leader);
    CHECK(placed[1].origin.x - placed[1].leader->to.x == doctest::Approx(alone[0].origin.x - 100));
}

TEST_CASE("world labels: their order is their rank, and the edge of the image does not matter")
{
    auto first = at(100, 100, 1);
    first.world_rank = 5;
    auto second = at(110, 100, 2);
    second.world_rank = 7;
    CHECK(looks({first, second}) == Looks{1});
    CHECK(looks({second, first}) == Looks{1});
    auto at_edge = at(199, 100, 3);
    at_edge.world_rank = 1;
    CHECK(looks({at_edge}) == Looks{3});
    auto outside = at(500, 100, 4);
    outside.world_rank = 1;
    CHECK(looks({outside, at_edge}) == Looks{3});
}

TEST_CASE("world labels: other labels yield to them, at any priority")
{
    auto world = at(100, 100, 1, 1);
    world.world_rank = 5;
    CHECK(looks({world, at(110, 100, 2, 10)}) == Looks{1});
}

TEST_CASE("placing: ends when time is up or its memory is used up, however many labels there are")
{
    std::vector<label::Candidate> const many(1000, at(100, 100, 1));
    Deadline over;
    over.cancel();
    Budget late{over, std::size_t{1} << 30U};
    CHECK_THROWS_AS((void)label::place(many, image, late), Error);

    Deadline const forever;
    Budget small{forever, 10'000};
    CHECK_NOTHROW((void)label::place(many, image, small)); // one is placed
    auto forced = many;
    for (auto& candidate : forced) {
        candidate.texts.front().force = label::Force::On;
    }
    CHECK_THROWS_AS((void)label::place(forced, image, small), Error);
}

TEST_CASE("placing: a marker as large as the image counts in all its cells")
{
    auto wide = at(1000, 1000, 1);
    wide.marker = geometry::Point{5000, 5000};
    std::vector<label::Candidate> const many(1000, wide);
    Deadline const forever;
    Budget budget{forever, 1'000'000};
    label::Image const large{.frame = {0, 0, 4096, 4096}};
    CHECK_THROWS_AS((void)label::place(many, large, budget), Error); // 7,396 cells of 48 pixels
}

// Where a text stands every leader begins in it: 40,000 are tried for each of the others.
TEST_CASE("leaders: the search looks at the clock")
{
    std::vector<label::Candidate> candidates;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        auto& candidate = candidates.emplace_back(at(100, 100, i));
        candidate.texts.front().position = label::Position::CC;
        candidate.leader = label::Leader{.grid_step_px = 1, .max_distance_px = 100};
    }
    Deadline const deadline{Deadline::Clock::now() + std::chrono::milliseconds{200}};
    Budget budget{deadline, std::size_t{1} << 30U};
    CHECK_THROWS_AS((void)label::place(candidates, image, budget), Error);
}
