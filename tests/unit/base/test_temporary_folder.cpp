// SPDX-License-Identifier: MIT
#include "base/temporary_folder.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ms;
namespace fs = std::filesystem;

namespace {

/// A folder in place of /tmp.
struct Parent {
    fs::path path;

    Parent()
    {
        auto name = (fs::temp_directory_path() / "test-XXXXXX").native();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Parent() { fs::remove_all(path); }

    [[nodiscard]] fs::path of_user() const
    {
        return path / ("mapserver-" + std::to_string(::geteuid()));
    }
    [[nodiscard]] std::size_t count() const
    {
        auto const entries = fs::directory_iterator{of_user()};
        return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
    }
};

void write(fs::path const& path, std::string const& text)
{
    std::ofstream{path} << text;
}

void make_old(fs::path const& path)
{
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::minutes{5});
}

} // namespace

TEST_CASE("temporary folder: it goes with all that is in it")
{
    Parent const parent;
    {
        TemporaryFolder const folder{parent.path};
        write(folder.path() / "b.txt", "12345");
        fs::create_directory(folder.path() / "sub");
        write(folder.path() / "sub/a.txt", "123");
        auto const files = folder.files();
        REQUIRE(files.size() == 2);
        CHECK(files[0].filename() == "a.txt"); // by name, wherever it is
        CHECK(folder.bytes() == 8);
        CHECK(parent.count() == 1);
    }
    CHECK(parent.count() == 0);
}

TEST_CASE("temporary folder: nobody else can look into it")
{
    Parent const parent;
    TemporaryFolder const folder{parent.path};
    for (auto const& path : {folder.path(), parent.of_user()}) {
        CHECK((fs::status(path).permissions() & fs::perms::all) == fs::perms::owner_all);
    }
}

TEST_CASE("temporary folder: what a killed process left is removed with the next one")
{
    Parent const parent;
    auto const child = ::fork();
    if (child == 0) {
        TemporaryFolder const folder{parent.path};
        write(folder.path() / "a.txt", "left");
        make_old(folder.path());
        ::raise(SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    CHECK(parent.count() == 1);
    TemporaryFolder const next{parent.path};
    CHECK(parent.count() == 1);
    CHECK(next.files().empty());
}

TEST_CASE("temporary folder: those in use stay, and those that were just made")
{
    Parent const parent;
    TemporaryFolder const used{parent.path};
    make_old(used.path());
    fs::create_directory(parent.of_user() / "young");
    TemporaryFolder const next{parent.path};
    CHECK(fs::exists(used.path()));
    CHECK(parent.count() == 3);
}

TEST_CASE("temporary folder: a place that somebody else prepared is refused")
{
    Parent const parent;
    SUBCASE("open to others")
    {
        fs::create_directory(parent.of_user());
        fs::permissions(parent.of_user(), fs::perms::all);
    }
    SUBCASE("leading elsewhere")
    {
        fs::create_directory_symlink("/tmp", parent.of_user());
    }
    SUBCASE("a file")
    {
        write(parent.of_user(), "");
    }
    CHECK_THROWS_WITH_AS(TemporaryFolder{parent.path},
                         doctest::Contains("is not a folder of this user alone"), Error);
}

TEST_CASE("temporary folder: without a folder around it there is a reason")
{
    CHECK_THROWS_WITH_AS(TemporaryFolder{"/nowhere"}, doctest::Contains("No such file"), Error);
}
