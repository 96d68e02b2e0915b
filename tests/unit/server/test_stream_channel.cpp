// SPDX-License-Identifier: MIT
#include "base/deadline.hpp"
#include "server/app/gzip_stream.hpp"
#include "server/front/stream_channel.hpp"
#include "server/front/worker_pool.hpp"

#include <doctest/doctest.h>

#include <zlib.h>

#include <atomic>
#include <latch>
#include <memory>
#include <string>
#include <thread>

using namespace ms;
using namespace ms::server;
using State = StreamChannel::State;

namespace {

std::string decompress(std::string packed)
{
    std::string text(10U << 20U, '\0');
    z_stream inflater{};
    REQUIRE(inflateInit2(&inflater, 15 + 16) == Z_OK);
    inflater.next_in = reinterpret_cast<Bytef*>(packed.data());
    inflater.avail_in = static_cast<uInt>(packed.size());
    inflater.next_out = reinterpret_cast<Bytef*>(text.data());
    inflater.avail_out = static_cast<uInt>(text.size());
    CHECK(inflate(&inflater, Z_FINISH) == Z_STREAM_END);
    text.resize(inflater.total_out);
    inflateEnd(&inflater);
    return text;
}

} // namespace

TEST_CASE("stream channel: written bytes are read, then the end")
{
    StreamChannel channel;
    channel.write("ab");
    channel.write("c");
    CHECK(channel.take({})->bytes == "abc");
    int wakes = 0;
    CHECK_FALSE(channel.take([&] { ++wakes; }));
    channel.write("d");
    channel.write("e");
    CHECK(wakes == 1);
    channel.finish();
    auto const last = channel.take({});
    REQUIRE(last);
    CHECK(last->bytes == "de");
    CHECK(last->state == State::Finished);
}

TEST_CASE("stream channel: a writer may look for room before it waits for it")
{
    StreamChannel channel{4};
    CHECK(channel.has_room_within(std::chrono::milliseconds{0}));
    channel.write("abcde");
    CHECK_FALSE(channel.has_room_within(std::chrono::milliseconds{5}));
    std::jthread const reader{[&] { CHECK(channel.take({})->bytes == "abcde"); }};
    CHECK(channel.has_room_within(std::chrono::seconds{60}));
    channel.write("abcde");
    channel.close();
    CHECK(channel.has_room_within(std::chrono::milliseconds{0})); // write() says that it is gone
}

TEST_CASE("stream channel: who waits hears of the end")
{
    StreamChannel channel;
    bool is_awake = false;
    CHECK_FALSE(channel.take([&] { is_awake = true; }));
    channel.abort();
    CHECK(is_awake);
    CHECK(channel.take({})->state == State::Aborted);
}

TEST_CASE("stream channel: the maker waits for room, and finds a client gone")
{
    StreamChannel channel{4};
    std::atomic<int> written{0};
    std::atomic<bool> is_abandoned{false};
    std::jthread maker{[&] {
        try {
            for (;;) {
                channel.write("xxxx");
                ++written;
            }
        } catch (Abandoned const&) {
            is_abandoned = true;
        }
    }};
    for (int i = 0; i < 100; ++i) {
        while (!channel.take({})) {
            std::this_thread::yield();
        }
        CHECK(written <= i + 2);
    }
    channel.close();
    maker.join();
    CHECK(is_abandoned);
}

TEST_CASE("stream channel: closes when the reader releases it")
{
    auto const channel = std::make_shared<StreamChannel>();
    auto end = receiving_end(channel);
    auto copy = end;
    end.reset();
    channel->write("a");
    CHECK(copy->take({})->bytes == "a");
    copy.reset();
    CHECK_THROWS_AS(channel->write("b"), Abandoned);
}

TEST_CASE("worker pool: while a worker waits for its client another one works")
{
    WorkerPool pool{1, 10};
    auto const channel = std::make_shared<StreamChannel>(1);
    std::latch is_other_done{1};
    std::atomic<bool> is_first_done{false};
    CHECK(pool.submit([&] {
        channel->write("first");
        channel->write("waits"); // until the first is taken
        is_first_done = true;
    }));
    CHECK(pool.submit([&] { is_other_done.count_down(); }));
    is_other_done.wait();
    CHECK_FALSE(is_first_done);
    CHECK(channel->take({})->bytes == "first");
    std::atomic<int> running{0};
    std::atomic<int> most{0};
    std::latch all{8};
    for (int i = 0; i < 8; ++i) { // and then there is one again
        CHECK(pool.submit([&] {
            most = std::max(most.load(), ++running);
            std::this_thread::yield();
            --running;
            all.count_down();
        }));
    }
    all.wait();
    CHECK(most <= 2); // one may be about to end
}

TEST_CASE("gzip stream: gives the same when it is unpacked")
{
    auto const channel = std::make_shared<StreamChannel>(std::size_t{64} << 20U);
    auto const stream = gzip_stream(channel);
    std::string text;
    for (int i = 0; i < 100'000; ++i) {
        auto const piece = std::to_string(i) + ' ';
        text += piece;
        stream->write(piece);
    }
    stream->finish();
    auto const packed = channel->take({});
    REQUIRE(packed);
    CHECK(packed->state == State::Finished);
    CHECK(packed->bytes.size() < text.size() / 2);
    CHECK(decompress(packed->bytes) == text);
}
