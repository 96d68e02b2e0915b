// SPDX-License-Identifier: MIT
#include "base/trace.hpp"

#include <doctest/doctest.h>

#include <set>
#include <stdexcept>

using namespace ms;

TEST_CASE("trace: stages nest, in the order of their begin")
{
    Trace trace;
    {
        Timed const request{&trace, Stage::Request};
        {
            Timed const layer{&trace, Stage::Layer, "roads"};
            Timed const raster{&trace, Stage::Raster};
        }
        Timed const encode{&trace, Stage::Encode};
    }
    auto const& events = trace.events();
    REQUIRE(events.size() == 4);
    CHECK(events[0].stage == Stage::Request);
    CHECK(events[1].detail == "roads");
    CHECK(events[1].depth == 1);
    CHECK(events[2].depth == 2);
    CHECK(events[3].depth == 1);
    CHECK(events[1].begin <= events[2].begin);
    CHECK(events[2].end <= events[1].end);
    CHECK(events[3].begin >= events[1].end);
    CHECK(events[0].end >= events[3].end);
    CHECK(trace.total(Stage::Layer) == events[1].end - events[1].begin);
}

TEST_CASE("trace: a stage ends when an exception passes")
{
    Trace trace;
    try {
        Timed const layer{&trace, Stage::Layer};
        Timed const fetch{&trace, Stage::Fetch};
        throw std::runtime_error{"gone"};
    } catch (std::runtime_error const&) {
        Timed const next{&trace, Stage::Encode};
    }
    CHECK(trace.events().at(2).depth == 0);
}

TEST_CASE("trace: sums continue after the last stored event")
{
    Trace trace;
    for (std::size_t i = 0; i < Trace::max_events + 10; ++i) {
        Timed const raster{&trace, Stage::Raster};
    }
    CHECK(trace.events().size() == Trace::max_events);
    auto kept = Trace::Nanoseconds{};
    for (auto const& event : trace.events()) {
        kept += event.end - event.begin;
    }
    CHECK(trace.total(Stage::Raster) > kept);
}

TEST_CASE("trace: counters add up; without a trace nothing is recorded")
{
    Trace trace;
    trace.add(Counter::Rows, 3);
    trace.add(Counter::Rows, 4);
    CHECK(trace.count(Counter::Rows) == 7);
    CHECK(trace.count(Counter::Statements) == 0);
    Timed const none{nullptr, Stage::Raster};
}

TEST_CASE("trace: every stage and counter has a unique name")
{
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < stage_count; ++i) {
        names.insert(stage_name(static_cast<Stage>(i)));
    }
    for (std::size_t i = 0; i < counter_count; ++i) {
        names.insert(counter_name(static_cast<Counter>(i)));
    }
    CHECK(names.size() == stage_count + counter_count);
    CHECK_FALSE(names.contains(""));
}
