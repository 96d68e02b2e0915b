// SPDX-License-Identifier: MIT
#include "http/trace_context.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace ms::http;

// The examples of https://www.w3.org/TR/trace-context/, 3.2.2 to 3.2.4, and the prohibitions in its
// text.

TEST_CASE("traceparent: the standard's examples are read")
{
    CHECK(parse_trace_parent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01") ==
          TraceParent{"4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true});
    CHECK(parse_trace_parent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00") ==
          TraceParent{"4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", false});
    CHECK(parse_trace_parent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01") ==
          TraceParent{"0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", true});
}

TEST_CASE("traceparent: versions to come may append fields, version 00 may not")
{
    std::string const ids = "-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    CHECK(parse_trace_parent("cc" + ids));
    CHECK(parse_trace_parent("cc" + ids + "-what-the-future-will-be-like"));
    CHECK_FALSE(parse_trace_parent("cc" + ids + ".what-the-future-will-be-like"));
    CHECK_FALSE(parse_trace_parent("00" + ids + "-x"));
}

TEST_CASE("traceparent: flags other than sampled are ignored")
{
    std::string const ids = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";
    CHECK(parse_trace_parent(ids + "ff")->is_sampled);
    CHECK_FALSE(parse_trace_parent(ids + "fe")->is_sampled);
}

TEST_CASE("traceparent: headers that the grammar does not allow are invalid")
{
    constexpr std::array<char const*, 14> wrong{
        "",
        "00",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", // the version is forbidden
        "0g-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", // ids of zeros
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", // capitals
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-011", // a digit less, one more
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 ",
        "00-4bf92f3577b34da6a3ce929d0e0e47\n6-00f067aa0ba902b7-01"};
    for (auto const* const header : wrong) {
        CAPTURE(header);
        CHECK_FALSE(parse_trace_parent(header));
    }
}
