// SPDX-License-Identifier: MIT
#include "db/database.hpp"
#include "source/read_ahead.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <thread>

using ms::source::FeatureCursor;
using ms::source::ReadAhead;
namespace postgis = ms::source::postgis;

namespace {

std::string roads_between(int first, int last)
{
    return fmt::format(
        "geom from (SELECT i, ST_SetSRID(ST_MakeLine(ST_Point(i, i), ST_Point(i + 1, i % 7)), 3857)"
        " AS geom, repeat('x', i % 50) AS name FROM generate_series({}, {}) i) AS t"
        " using unique i using srid=3857",
        first, last);
}

struct RowsRead {
    std::vector<ms::geometry::Point> points;
    std::string names;

    friend bool operator==(RowsRead const&, RowsRead const&) = default;
};

RowsRead read_to_end(FeatureCursor& cursor)
{
    RowsRead answer;
    ms::feature::FeatureBatch batch;
    while (cursor.next(batch)) {
        answer.points.insert(answer.points.end(), batch.geometry.points.begin(),
                             batch.geometry.points.end());
        for (std::size_t row = 0; row < batch.size(); ++row) {
            answer.names += batch.attributes[0][row];
        }
    }
    return answer;
}

} // namespace

TEST_CASE("read ahead: layers of few connections, while other requests use them too")
{
    postgis::DatabasesOptions options;
    SUBCASE("one for a request")
    {
        options.pool.max_connections_per_request = 1;
    }
    SUBCASE("two")
    {
        options.pool.max_connections_per_request = 2;
    }
    SUBCASE("as usual") {}
    postgis::Databases databases{options};
    auto query = test::everything(ms::geometry::Kind::Line);
    query.fields = {"name"};
    query.pixel_size = 1;
    std::vector<std::string> const layers{roads_between(1, 30000), roads_between(5000, 60000),
                                          roads_between(1, 10), roads_between(100, 40000)};
    auto const read_all = [&](bool is_ahead) {
        test::Request request{databases};
        ms::Budget budget{request.deadline, std::size_t{64} << 20U};
        ReadAhead reader{request.services, budget, [=] { return is_ahead; }};
        std::vector<std::unique_ptr<FeatureCursor>> cursors;
        for (auto const& data : layers) {
            auto source = std::make_unique<postgis::PostgisSource>(
                [settings = test::settings(data)](double) { return settings; }, reader.services());
            auto cursor = source->start(query);
            REQUIRE(cursor->reads_apart());
            cursors.push_back(reader.add(std::move(source), std::move(cursor)));
        }
        std::vector<RowsRead> answers;
        for (auto& cursor : cursors) {
            answers.push_back(read_to_end(*cursor));
            cursor.reset();
        }
        CHECK(reader.has_begun() == is_ahead);
        return answers;
    };
    auto const expected = read_all(false);
    std::vector<std::vector<RowsRead>> answers(3);
    {
        std::vector<std::jthread> threads;
        for (auto& answer : answers) {
            threads.emplace_back([&] { answer = read_all(true); });
        }
    }
    for (auto const& answer : answers) {
        CHECK(answer == expected);
    }
}
