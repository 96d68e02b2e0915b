// SPDX-License-Identifier: MIT
#include "source/raster/datasets.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <unistd.h>

using namespace ms;
using namespace ms::source::raster;

namespace {

namespace fs = std::filesystem;

std::atomic<int> open_files = 0;
std::atomic<int> max_open_files = 0;
std::atomic<int> rests = 0;

/// Counts its instances, and detects use by two threads.
class FakeFile final : public ms::ogr::RasterFile {
public:
    FakeFile()
    {
        int const now = ++open_files;
        int most = max_open_files;
        while (now > most && !max_open_files.compare_exchange_weak(most, now)) {
        }
    }
    ~FakeFile() override { --open_files; }
    ms::raster::Header const& header() const override { return m_header; }
    std::string wkt() const override { return {}; }
    bool read(ms::ogr::RasterRead const& /*what*/, std::span<std::uint8_t> /*out*/) override
    {
        bool const is_alone = m_users++ == 0;
        std::this_thread::yield();
        --m_users;
        return is_alone;
    }
    bool read(ms::ogr::RasterRead const& /*what*/, std::span<double> /*out*/) override
    {
        return true;
    }
    bool read_mask(ms::ogr::RasterRead const& /*what*/, std::span<std::uint8_t> /*out*/) override
    {
        return true;
    }
    std::optional<std::pair<double, double>> range(int /*band*/,
                                                   ms::ogr::GoOn const& /*on*/) override
    {
        return std::nullopt;
    }
    void rest() noexcept override { ++rests; }

private:
    ms::raster::Header m_header;
    std::atomic<int> m_users = 0;
};

std::unique_ptr<ms::ogr::RasterFile> open_fake(std::string const& /*path*/)
{
    return std::make_unique<FakeFile>();
}

/// Files that have not changed for a while.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("raster_datasets_" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    [[nodiscard]] fs::path write(std::string const& name, std::string const& text = "x") const
    {
        std::ofstream{path / name} << text;
        return path / name;
    }
};

void settle()
{
    std::this_thread::sleep_for(std::chrono::milliseconds{1100});
}

Deadline const endless;

} // namespace

TEST_CASE("raster datasets: a file stays open, until it or its companions change")
{
    Folder const folder;
    Datasets datasets;
    auto const path = folder.path / "a.tif";
    auto const lease_young = [&] { // again on a machine so busy that it gets old meanwhile
        auto const begin = std::chrono::system_clock::now();
        (void)folder.write("a.tif");
        CHECK(!datasets.lease(path, open_fake, endless).was_open());
        return std::chrono::system_clock::now() - begin < std::chrono::milliseconds{900};
    };
    while (!lease_young()) {
    }
    CHECK(open_files == 0); // it is too young to be distinguished from its next version
    settle();
    CHECK(!datasets.lease(path, open_fake, endless).was_open());
    CHECK(open_files == 1);
    int const before = rests;
    CHECK(datasets.lease(path, open_fake, endless).was_open());
    CHECK(rests == before + 1); // an idle file gives back what it can get again
    (void)folder.write("a.tif.ovr");
    CHECK(!datasets.lease(path, open_fake, endless).was_open());
    CHECK(open_files == 0);
    settle();
    CHECK(!datasets.lease(path, open_fake, endless).was_open());
    fs::rename(folder.write("new.tif"), path);
    CHECK(!datasets.lease(path, open_fake, endless).was_open());
}

TEST_CASE("known companions: each that appears, changes or goes is seen at once")
{
    Folder const folder;
    auto const path = folder.write("a.tif");
    (void)folder.write("a.tfw");
    fs::create_symlink(folder.path / "other/a.prj", folder.path / "a.prj"); // to nothing
    fs::create_directory(folder.path / "other");
    KnownCompanions known;
    auto const is_seen = [&] {
        return known.stamps_of(path, nullptr) == RasterStamps::of(path, nullptr);
    };
    settle();
    CHECK(is_seen());
    CHECK(is_seen()); // now known
    (void)folder.write("a.tfw", "other");
    CHECK(is_seen());
    (void)folder.write("other/a.prj"); // the folder of the link stays as it is
    CHECK(RasterStamps::of(path, nullptr).files[11].is_known());
    CHECK(is_seen());
    settle();
    CHECK(is_seen());
    fs::rename(folder.write("new"), folder.path / "a.tif.msk.ovr");
    CHECK(is_seen());
    fs::remove(folder.path / "a.tfw");
    CHECK(is_seen());
    fs::remove(path);
    CHECK(is_seen());
}

TEST_CASE("known companions: a folder that takes the place of another has its own")
{
    Folder const folder;
    fs::create_directories(folder.path / "one");
    fs::create_directories(folder.path / "two");
    for (auto const* const name : {"one/a.tif", "two/a.tif", "two/a.wld"}) {
        (void)folder.write(name);
    }
    fs::create_directory_symlink("one", folder.path / "now");
    auto const path = folder.path / "now/a.tif";
    settle();
    KnownCompanions known;
    CHECK(known.stamps_of(path, nullptr) == RasterStamps::of(folder.path / "one/a.tif"));
    fs::create_directory_symlink("two", folder.path / "next");
    fs::rename(folder.path / "next", folder.path / "now");
    CHECK(known.stamps_of(path, nullptr) == RasterStamps::of(folder.path / "two/a.tif"));
}

TEST_CASE("raster datasets: a process has a quarter of its handles for them")
{
    rlimit const before = [] {
        rlimit limit{};
        ::getrlimit(RLIMIT_NOFILE, &limit);
        return limit;
    }();
    auto const open_with = [&](rlim_t handles) {
        rlimit const limit{std::min(handles, before.rlim_max), before.rlim_max};
        REQUIRE(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
        return Datasets::Limits::of_process().open;
    };
    // A sixteenth of them for second handles of files that are being read.
    CHECK(open_with(128) == 60);
    CHECK(open_with(400) == 94);
    if (before.rlim_max >= 10'000) {
        CHECK(open_with(10'000) == 480);
    }
    CHECK(::setrlimit(RLIMIT_NOFILE, &before) == 0);
}

TEST_CASE("raster datasets: files that are closed count until they are")
{
    Folder const folder;
    std::vector<fs::path> paths;
    for (int i = 0; i < 12; ++i) {
        paths.push_back(folder.write(std::to_string(i) + ".tif"));
    }
    settle();
    Datasets datasets{{.open = 3}};
    max_open_files = 0;
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (int i = 0; i < 300; ++i) {
                auto const lease = datasets.lease(
                    paths[(static_cast<std::size_t>(i) * 5 + static_cast<std::size_t>(thread)) %
                          paths.size()],
                    open_fake, endless);
                (void)lease->header();
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(max_open_files <= 3);
    CHECK(open_files == 3);
    CHECK(datasets.usage().idle == 3);
}

TEST_CASE(
    "raster datasets: one that ends by an exception is closed, one that does not open is free")
{
    Folder const folder;
    auto const path = folder.write("a.tif");
    settle();
    Datasets datasets;
    CHECK_THROWS_AS(
        [&] {
            auto const lease = datasets.lease(path, open_fake, endless);
            throw std::runtime_error{"broken block"};
        }(),
        std::runtime_error);
    CHECK(open_files == 0);
    CHECK_THROWS_AS((void)datasets.lease(
                        path,
                        [](std::string const&) -> std::unique_ptr<ms::ogr::RasterFile> {
                            throw Error{ErrorKind::Source, "no raster"};
                        },
                        endless),
                    Error);
    CHECK(datasets.usage().leased == 0);
    CHECK(datasets.usage().idle == 0);
}

TEST_CASE("raster datasets: the one idle for longest makes room, and idle ones end with time")
{
    Folder const folder;
    std::vector<fs::path> paths;
    for (auto const* const name : {"a.tif", "b.tif", "c.tif"}) {
        paths.push_back(folder.write(name));
    }
    settle();
    Datasets datasets{{.open = 2, .idle_of_file = 8, .idle_time = std::chrono::seconds{60}}};
    for (auto const& path : paths) {
        (void)datasets.lease(path, open_fake, endless);
        CHECK(open_files <= 2);
    }
    CHECK(datasets.lease(paths[1], open_fake, endless).was_open());
    CHECK(!datasets.lease(paths[0], open_fake, endless).was_open());
    Datasets forgetful{{.open = 2, .idle_of_file = 8, .idle_time = std::chrono::seconds{0}}};
    (void)forgetful.lease(paths[0], open_fake, endless);
    CHECK(forgetful.usage().idle == 0);
}

TEST_CASE("raster datasets: who finds all of them leased waits, as long as the deadline allows")
{
    Folder const folder;
    auto const path = folder.write("a.tif");
    Datasets datasets{{.open = 1, .idle_of_file = 8, .idle_time = std::chrono::seconds{60}}};
    auto const held = datasets.lease(path, open_fake, endless);
    Deadline const soon{Deadline::Clock::now() + std::chrono::milliseconds{50}};
    CHECK_THROWS_AS((void)datasets.lease(path, open_fake, soon), Interrupted);
    CHECK(datasets.usage().leased == 1);
}

TEST_CASE("raster datasets: threads never share a file, and never open more than the bound")
{
    Folder const folder;
    std::vector<fs::path> paths;
    for (int i = 0; i < 10; ++i) {
        paths.push_back(folder.write(std::to_string(i) + ".tif"));
    }
    settle();
    Datasets datasets{{.open = 5, .idle_of_file = 2, .idle_time = std::chrono::seconds{60}}};
    max_open_files = 0;
    std::atomic<int> shared = 0;
    std::atomic<int> reused = 0;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&, t] {
                for (std::size_t i = 0; i < 300; ++i) {
                    auto const& path = paths[(i * 7 + static_cast<std::size_t>(t)) % paths.size()];
                    auto const lease = datasets.lease(path, open_fake, endless);
                    shared += lease->read({}, std::span<std::uint8_t>{}) ? 0 : 1;
                    reused += lease.was_open() ? 1 : 0;
                }
            });
        }
    }
    CHECK(shared == 0);
    CHECK(reused > 0);
    CHECK(max_open_files <= 5);
    CHECK(datasets.usage().leased == 0);
}
