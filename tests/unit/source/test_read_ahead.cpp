// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "source/postgis/link/databases.hpp"
#include "source/read_ahead.hpp"

#include <atomic>
#include <chrono>
#include <doctest/doctest.h>
#include <functional>
#include <thread>

using namespace ms;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t rows_of_batch = 2048;

/// Batches of points whose x is their number, each with a text that makes a batch some 700 kB.
class NumberedPoints final : public source::FeatureCursor {
public:
    explicit NumberedPoints(int batches, std::function<void(int)> before = {})
        : m_batches(batches), m_before(std::move(before))
    {}

    bool next(feature::FeatureBatch& batch) override
    {
        batch.reset(1);
        if (m_before) {
            m_before(m_done);
        }
        if (m_done == m_batches) {
            return false;
        }
        for (std::size_t i = 0; i < rows_of_batch; ++i) {
            batch.geometry.points.push_back({m_number++, 0});
            batch.geometry.end_ring();
            batch.geometry.end_part();
            batch.geometry.end_feature(geometry::Kind::Point);
            batch.attributes[0].append(std::string(300, 'x'));
        }
        ++m_done;
        return true;
    }
    [[nodiscard]] bool reads_apart() const noexcept override { return true; }

private:
    int m_batches;
    std::function<void(int)> m_before;
    int m_done = 0;
    double m_number = 0;
};

struct Fixture {
    std::unique_ptr<source::FeatureCursor> add(int batches, std::function<void(int)> before = {})
    {
        return reader.add(nullptr, std::make_unique<NumberedPoints>(batches, std::move(before)));
    }
    /// Reads to the end; whether all came in their order.
    static bool reads_all(source::FeatureCursor& cursor, int batches)
    {
        double number = 0;
        feature::FeatureBatch batch;
        while (cursor.next(batch)) {
            for (auto const& point : batch.geometry.points) {
                if (point.x != number++) {
                    return false;
                }
            }
        }
        return number == static_cast<double>(rows_of_batch) * batches && !cursor.next(batch);
    }
    /// Until there is a thread.
    static void begin(source::FeatureCursor& cursor)
    {
        feature::FeatureBatch batch;
        for (std::size_t bytes = 0; bytes <= source::ReadAhead::bytes_before;) {
            REQUIRE(cursor.next(batch));
            bytes += batch.bytes();
        }
        REQUIRE(cursor.next(batch));
    }

    Log log;
    Deadline deadline;
    source::postgis::Databases databases;
    Trace trace;
    source::Services services{log, databases, deadline, &trace};
    Budget budget{deadline, std::size_t{64} << 20U};
    std::atomic<bool> is_idle{true};
    std::atomic<int> noted{0}; ///< by cursors
    source::ReadAhead reader{services, budget, [this] { return is_idle.load(); }};
};

} // namespace

TEST_CASE_FIXTURE(Fixture, "read ahead: several answers give the same batches as without")
{
    auto const one = add(30);
    auto const other = add(30);
    CHECK(reads_all(*one, 30));
    CHECK(reader.has_begun());
    CHECK(reads_all(*other, 30));
}

TEST_CASE_FIXTURE(Fixture, "read ahead: few rows, and a busy machine, get no thread")
{
    SUBCASE("few rows")
    {
        auto const cursor = add(2);
        CHECK(reads_all(*cursor, 2));
    }
    SUBCASE("busy")
    {
        is_idle = false;
        auto const cursor = add(20);
        CHECK(reads_all(*cursor, 20));
    }
    SUBCASE("no memory left")
    {
        budget.keep((std::size_t{64} << 20U) - source::ReadAhead::max_bytes);
        auto const cursor = add(20);
        CHECK(reads_all(*cursor, 20));
    }
    CHECK_FALSE(reader.has_begun());
}

TEST_CASE_FIXTURE(Fixture, "read ahead: a machine that gets idle")
{
    is_idle = false;
    auto const one = add(8);
    CHECK(reads_all(*one, 8));
    is_idle = true;
    auto const other = add(8);
    CHECK(reads_all(*other, 8));
    CHECK(reader.has_begun());
}

TEST_CASE_FIXTURE(Fixture, "read ahead: batches that wait are bounded, and charged")
{
    auto const cursor = add(1000, [this](int batch) { noted = batch; });
    begin(*cursor);
    CHECK(budget.kept_bytes() == source::ReadAhead::max_bytes);
    while (noted <= 4) { // else the test would not end
        std::this_thread::sleep_for(1ms);
    }
    std::this_thread::sleep_for(200ms);
    CHECK(noted < 20); // 4 MB are six
}

TEST_CASE_FIXTURE(Fixture, "read ahead: an error comes where its rows would")
{
    auto const one = add(10);
    auto const other = add(10, [](int batch) {
        if (batch == 5) {
            throw Error{ErrorKind::Source, "the table is gone"};
        }
    });
    CHECK(reads_all(*one, 10));
    feature::FeatureBatch batch;
    for (int i = 0; i < 5; ++i) {
        CHECK(other->next(batch));
    }
    CHECK_THROWS_WITH_AS((void)other->next(batch), "the table is gone", Error);
}

TEST_CASE_FIXTURE(Fixture, "read ahead: an answer that nobody reads to its end is skipped")
{
    auto one = add(40);
    auto const other = add(3);
    begin(*one);
    one.reset();
    CHECK(reads_all(*other, 3));
}

TEST_CASE_FIXTURE(Fixture, "read ahead: stops in the middle of an answer, as for the deadline")
{
    auto const cursor = add(1000, [this](int batch) {
        while (batch == 6) {
            std::this_thread::sleep_for(1ms);
            try {
                reader.services().deadline.check();
            } catch (Interrupted const&) {
                noted = 1;
                throw;
            }
        }
    });
    begin(*cursor);
    SUBCASE("the image is given up") {} // else the test would not end
    SUBCASE("the request is cancelled")
    {
        deadline.cancel();
        auto const read_on = [&] {
            feature::FeatureBatch batch;
            while (cursor->next(batch)) {
            }
        };
        CHECK_THROWS_WITH_AS(read_on(), "the request was cancelled", Interrupted);
        CHECK(noted == 1);
    }
}

TEST_CASE_FIXTURE(
    Fixture, "read ahead: the trace has what the thread has counted, the budget its memory again")
{
    {
        source::ReadAhead own{services, budget, [] { return true; }};
        auto const cursor = own.add(nullptr, std::make_unique<NumberedPoints>(20, [&own](int) {
                                        own.services().trace->add(Counter::DatabaseBytes, 1);
                                    }));
        CHECK(reads_all(*cursor, 20));
    }
    CHECK(trace.count(Counter::DatabaseBytes) == 21);
    CHECK(trace.total(Stage::Decode) > 0ns);
    CHECK(budget.kept_bytes() == 0);
    CHECK(budget.peak_bytes() == source::ReadAhead::max_bytes);
}
