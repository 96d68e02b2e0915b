// SPDX-License-Identifier: MIT
#include "style/symbol_files.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using ms::style::SymbolFiles;

namespace {

std::filesystem::path folder_of_its_own()
{
    auto const ticks = std::chrono::steady_clock::now().time_since_epoch().count();
    return std::filesystem::temp_directory_path() / ("symbol_files_" + std::to_string(ticks));
}

/// A folder of drawings that is gone with the object.
class Folder {
public:
    Folder() : m_path(folder_of_its_own()) { std::filesystem::create_directory(m_path); }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;

    /// \param version files of another version are changed, even if written at the same time
    std::filesystem::path write(std::string const& name, int width, int version = 0) const
    {
        auto path = m_path / name;
        std::ofstream{path} << "<svg xmlns='http://www.w3.org/2000/svg' height='9' width='" << width
                            << "'/>";
        std::filesystem::last_write_time(path, std::filesystem::file_time_type{} +
                                                   std::chrono::hours{version});
        return path;
    }
    [[nodiscard]] std::filesystem::path operator/(char const* name) const { return m_path / name; }

private:
    std::filesystem::path m_path;
};

} // namespace

TEST_CASE("symbol files: a file is read once, and again when it has changed")
{
    Folder const folder;
    SymbolFiles files;
    auto const path = folder.write("a.svg", 10);
    auto const first = files.svg(path);
    CHECK(first->width() == 10);
    CHECK(files.svg(path) == first);
    folder.write("a.svg", 20, 1);
    CHECK(files.svg(path)->width() == 20);
    CHECK(first->width() == 10); // holders keep it
}

TEST_CASE("symbol files: a change within the clock's resolution shows by the size")
{
    Folder const folder;
    SymbolFiles files;
    CHECK(files.svg(folder.write("a.svg", 10))->width() == 10);
    CHECK(files.svg(folder.write("a.svg", 1000))->width() == 1000);
}

TEST_CASE("symbol files: the least recently used ones are dropped")
{
    Folder const folder;
    auto const a = folder.write("a.svg", 10);
    auto const b = folder.write("b.svg", 10);
    auto const c = folder.write("c.svg", 10);
    SymbolFiles probe;
    auto const one = (static_cast<void>(probe.svg(a)), probe.kept_bytes());
    SymbolFiles files{2 * one};
    auto const first_a = files.svg(a);
    auto const first_b = files.svg(b);
    CHECK(files.svg(a) == first_a); // b is older now
    static_cast<void>(files.svg(c));
    CHECK(files.kept_bytes() == 2 * one);
    CHECK(files.svg(a) == first_a);
    CHECK(files.svg(b) != first_b);
}

TEST_CASE("symbol files: files larger than the cache are returned and not cached")
{
    Folder const folder;
    auto const path = folder.write("a.svg", 10);
    SymbolFiles files{1};
    CHECK(files.svg(path)->width() == 10);
    CHECK(files.kept_bytes() == 0);
}

TEST_CASE("symbol files: a missing and a broken file are errors each time")
{
    Folder const folder;
    SymbolFiles files;
    CHECK_THROWS_AS(static_cast<void>(files.svg(folder / "none.svg")), ms::Error);
    std::ofstream{folder / "bad.svg"} << "<svg";
    CHECK_THROWS_AS(static_cast<void>(files.svg(folder / "bad.svg")), ms::Error);
    CHECK_THROWS_AS(static_cast<void>(files.pixmap(folder / "bad.svg")), ms::Error);
    CHECK(files.kept_bytes() == 0);
}

TEST_CASE("symbol files: threads share them and draw the same drawing at the same time")
{
    Folder const folder;
    auto const path = folder.write("a.svg", 10);
    SymbolFiles files;
    std::atomic<int> drawn = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int k = 0; k < 50; ++k) {
                    drawn += files.svg(path)->draw({.to_x = 20, .to_y = 20}).bitmap.width() > 0;
                }
            });
        }
    }
    CHECK(drawn == 200);
}
