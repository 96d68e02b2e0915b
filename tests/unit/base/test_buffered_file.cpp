// SPDX-License-Identifier: MIT
#include "base/buffered_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

#include <fcntl.h>

using namespace ms;

namespace {

using Bytes = std::vector<std::byte>;

/// A file without a name, and a second way to look at it.
struct Files {
    std::FILE* file = std::tmpfile();
    BufferedFile buffered{Descriptor{::dup(::fileno(file))}};

    ~Files() { std::fclose(file); }
    [[nodiscard]] Bytes on_disk() const
    {
        Bytes bytes(std::size_t{8} << 20U);
        auto const got = ::pread(::fileno(file), bytes.data(), bytes.size(), 0);
        bytes.resize(static_cast<std::size_t>(got));
        return bytes;
    }
};

Bytes bytes_of(std::size_t count, int value)
{
    return Bytes(count, static_cast<std::byte>(value));
}

} // namespace

TEST_CASE("buffered file: whatever is written where is there, in memory and then on disk")
{
    Files files;
    Bytes model;
    std::minstd_rand random{7}; // NOLINT(cert-msc51-cpp): the same each time
    auto const below = [&](std::size_t limit) {
        return static_cast<std::size_t>(random()) % limit;
    };
    for (int step = 0; step < 20'000; ++step) {
        // Mostly near the end, as drivers do, and further back than the pages in memory.
        auto const reach = std::min<std::size_t>(model.size(), step % 5 == 0 ? model.size() : 300);
        auto const at = model.size() - below(reach + 1);
        if (step % 3 == 0) {
            Bytes found(below(5'000));
            auto const got = files.buffered.read(at, found);
            auto const left = std::min(found.size(), model.size() - at);
            REQUIRE(got == static_cast<std::ptrdiff_t>(left));
            CHECK(std::equal(found.begin(), found.begin() + got,
                             model.begin() + static_cast<std::ptrdiff_t>(at)));
        } else {
            auto const piece = bytes_of(below(step % 100 == 1 ? 30'000 : 300), step);
            REQUIRE(files.buffered.write(at, piece));
            model.resize(std::max(model.size(), at + piece.size()));
            std::ranges::copy(piece, model.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    CHECK(model.size() > 1'000'000);
    CHECK(files.buffered.size() == model.size());
    REQUIRE(files.buffered.flush());
    CHECK(files.on_disk() == model);
}

TEST_CASE("buffered file: what lies between is 0")
{
    Files files;
    REQUIRE(files.buffered.write(100'000, bytes_of(1, 5)));
    Bytes found(100'002);
    CHECK(files.buffered.read(0, found) == 100'001);
    CHECK(std::ranges::count(found, std::byte{0}) == 100'001); // one more than was read
    REQUIRE(files.buffered.flush());
    CHECK(files.on_disk().size() == 100'001);
}

TEST_CASE("buffered file: it can be cut, and grow again")
{
    Files files;
    REQUIRE(files.buffered.write(0, bytes_of(50'000, 1)));
    REQUIRE(files.buffered.truncate(10));
    CHECK(files.buffered.size() == 10);
    REQUIRE(files.buffered.write(20, bytes_of(1, 2)));
    Bytes found(21);
    CHECK(files.buffered.read(0, found) == 21);
    CHECK(found[9] == std::byte{1});
    CHECK(found[10] == std::byte{0});
    CHECK(found[20] == std::byte{2});
}

TEST_CASE("buffered file: a disk that takes nothing is noticed")
{
    BufferedFile full{Descriptor{::open("/dev/full", O_RDWR)}};
    CHECK(full.write(0, bytes_of(10, 1)));
    CHECK_FALSE(full.flush());
}
