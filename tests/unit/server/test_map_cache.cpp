// SPDX-License-Identifier: MIT
#include "server/cache/map_cache.hpp"

#include "base/error.hpp"
#include "mapfile/wrong_file.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

using namespace ms;
using namespace ms::server;

namespace {

/// A temporary folder, removed with the test.
class Folder {
public:
    Folder()
        : m_path(std::filesystem::temp_directory_path() /
                 ("ms_map_cache_" + std::to_string(getpid())))
    {
        std::filesystem::create_directory(m_path);
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;

    std::filesystem::path write(std::string const& name, std::string const& text) const
    {
        // A new file each time: its inode differs even when size and time do not.
        auto const temporary = m_path / (name + ".new");
        std::ofstream{temporary} << text;
        std::filesystem::rename(temporary, m_path / name);
        return m_path / name;
    }
    [[nodiscard]] std::filesystem::path const& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

struct Cache {
    std::vector<std::string> lines;
    Log log{LogLevel::Error, [this](LogLine const& line) { lines.emplace_back(line.message); }};
    int loads = 0;
    MapCache maps{log,
                  [this](std::filesystem::path const& path) {
                      ++loads;
                      return mapfile::load_file(path);
                  },
                  2};
};

} // namespace

TEST_CASE("map cache: a map is read once and shared")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write("a.map", "MAP NAME \"one\" END");
    auto const first = cache.maps.find(path);
    CHECK(first->name == "one");
    CHECK(cache.maps.find(path) == first);
    CHECK(cache.loads == 1);
}

TEST_CASE("map cache: a changed map is read again, holders of the old one keep it")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write("a.map", "MAP NAME \"one\" END");
    auto const old = cache.maps.find(path);
    folder.write("a.map", "MAP NAME \"two\" END");
    CHECK(cache.maps.find(path)->name == "two");
    CHECK(old->name == "one");
}

TEST_CASE("map cache: a changed include is a change")
{
    Folder const folder;
    Cache cache;
    folder.write("name.inc", "NAME \"one\"");
    auto const path = folder.write("a.map", "MAP INCLUDE \"name.inc\" END");
    CHECK(cache.maps.find(path)->name == "one");
    folder.write("name.inc", "NAME \"two\"");
    CHECK(cache.maps.find(path)->name == "two");
}

TEST_CASE("map cache: a broken new version leaves the good one in use, logged once")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write("a.map", "MAP NAME \"one\" END");
    (void)cache.maps.find(path);
    folder.write("a.map", "MAP NAME \"one\" LAYER");
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.loads == 2);
    CHECK(cache.lines.size() == 1);
    folder.write("a.map", "MAP NAME \"three\" END");
    CHECK(cache.maps.find(path)->name == "three");
}

TEST_CASE("map cache: a file that is replaced by removing it first is never missing")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write("a.map", "MAP NAME \"one\" END");
    (void)cache.maps.find(path);
    std::filesystem::remove(path);
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.lines.size() == 1);
    folder.write("a.map", "MAP NAME \"two\" END");
    CHECK(cache.maps.find(path)->name == "two");
}

TEST_CASE("map cache: a dropped map is read again, and kept if it is broken by then")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write("a.map", "MAP NAME \"one\" END");
    (void)cache.maps.find(path);
    cache.maps.forget();
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.loads == 2);
    folder.write("a.map", "MAP NAME \"one\" LAYER");
    cache.maps.forget();
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.loads == 3);
    CHECK(cache.lines.size() == 1);
    CHECK(cache.maps.size() == 1);
}

TEST_CASE("map cache: a map that was never good is an error until it is mended")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write("a.map", "MAP NONSENSE END");
    CHECK_THROWS_AS((void)cache.maps.find(path), Error);
    CHECK_THROWS_AS((void)cache.maps.find(path), Error);
    CHECK(cache.loads == 1);
    folder.write("a.map", "MAP NAME \"good\" END");
    CHECK(cache.maps.find(path)->name == "good");
}

TEST_CASE("map cache: an include that comes, or is mended, later than the map that names it")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write("a.map", "MAP NAME \"one\" END");
    CHECK(cache.maps.find(path)->name == "one");
    folder.write("a.map", "MAP INCLUDE \"name.inc\" END");
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.loads == 2);
    folder.write("name.inc", "NAME two three");
    CHECK(cache.maps.find(path)->name == "one");
    CHECK(cache.loads == 3);
    folder.write("name.inc", "NAME \"two\"");
    CHECK(cache.maps.find(path)->name == "two");
}

TEST_CASE("map cache: a map that was never good is good when its other files are")
{
    Folder const folder;
    Cache cache;
    auto const path = folder.write(
        "a.map", "MAP SYMBOLSET \"a.sym\" FONTSET \"a.list\" INCLUDE \"name.inc\" END");
    folder.write("name.inc", "NONSENSE");
    CHECK_THROWS_AS((void)cache.maps.find(path), Error);
    folder.write("name.inc", "NAME \"good\"");
    CHECK_THROWS_AS((void)cache.maps.find(path), Error);
    folder.write("a.sym", "SYMBOLSET END");
    CHECK_THROWS_AS((void)cache.maps.find(path), Error);
    folder.write("a.list", "");
    CHECK(cache.maps.find(path)->name == "good");
}

TEST_CASE("map cache: a changed font set is a change")
{
    Folder const folder;
    Cache cache;
    folder.write("a.list", "");
    auto const path = folder.write("a.map", "MAP FONTSET \"a.list\" END");
    CHECK(cache.maps.find(path)->fonts.empty());
    folder.write("a.list", "sans sans.ttf");
    CHECK(cache.maps.find(path)->fonts.size() == 1);
}

TEST_CASE("map cache: a file that is not there is not found, and found when it comes")
{
    Folder const folder;
    Cache cache;
    CHECK_THROWS_AS((void)cache.maps.find(folder.path() / "a.map"), Error);
    CHECK(cache.loads == 0);
    auto const path = folder.write("a.map", "MAP NAME \"late\" END");
    CHECK(cache.maps.find(path)->name == "late");
}

TEST_CASE("map cache: beyond its size the one unused for longest goes")
{
    Folder const folder;
    Cache cache; // of two
    auto const a = folder.write("a.map", "MAP NAME \"a\" END");
    auto const b = folder.write("b.map", "MAP NAME \"b\" END");
    auto const c = folder.write("c.map", "MAP NAME \"c\" END");
    (void)cache.maps.find(a);
    (void)cache.maps.find(b);
    (void)cache.maps.find(a);
    (void)cache.maps.find(c); // b goes
    CHECK(cache.loads == 3);
    (void)cache.maps.find(a);
    CHECK(cache.loads == 3);
    (void)cache.maps.find(b);
    CHECK(cache.loads == 4);
}

TEST_CASE("map cache: a wrong file is another error than a map with mistakes")
{
    Folder const folder;
    Cache cache;
    auto const other = folder.write("passwd.map", "root:x:0:0:root");
    auto const mistaken = folder.write("mistaken.map", "MAP NIX \"not a mapfile\" END");
    CHECK_THROWS_AS(static_cast<void>(cache.maps.find(other)), mapfile::WrongFile);
    try {
        static_cast<void>(cache.maps.find(mistaken));
        FAIL("it was read");
    } catch (Error const& error) {
        CHECK(dynamic_cast<mapfile::WrongFile const*>(&error) == nullptr);
        CHECK(error.kind() == ErrorKind::BadMapfile);
    }
}
