// SPDX-License-Identifier: MIT
#include "server/front/static_files.hpp"

#include "base/error.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

using namespace ms::server;

namespace {

class Folder {
public:
    Folder()
    {
        auto pattern = (std::filesystem::temp_directory_path() / "static-XXXXXX").native();
        REQUIRE(mkdtemp(pattern.data()) != nullptr);
        m_path = pattern;
        std::filesystem::create_directory(m_path / "www");
        std::filesystem::create_directory(m_path / "www/sub");
        write("www/a.js", std::string(50'000, 'a'));
        write("www/sub/index.html", "<p>hello");
        write("www/.secret", "secret");
        write("outside.txt", "secret");
        std::filesystem::create_symlink(m_path / "outside.txt", m_path / "www/link.txt");
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;

    void write(std::string const& name, std::string const& text) const
    {
        std::ofstream{m_path / name} << text;
    }
    [[nodiscard]] std::filesystem::path www() const { return m_path / "www"; }

private:
    std::filesystem::path m_path;
};

std::string header(FileAnswer const& answer, std::string_view name)
{
    auto const& headers = answer.response.headers;
    auto const found = std::ranges::find(headers, name, [](auto const& row) { return row.first; });
    return found == headers.end() ? "" : found->second;
}

std::string text(FileAnswer const& answer)
{
    std::string all(answer.body.length(), '\0');
    all.resize(answer.body.read(0, all.data(), all.size()));
    return all;
}

} // namespace

TEST_CASE("static files: with their types, of folders the index")
{
    Folder const folder;
    StaticFiles files{folder.www()};
    auto const script = files.answer({.path = "a.js"});
    CHECK(script.response.status == 200);
    CHECK(script.response.content_type == "text/javascript; charset=UTF-8");
    CHECK(text(script) == std::string(50'000, 'a'));
    CHECK(header(script, "Last-Modified").ends_with(" GMT"));
    CHECK(text(files.answer({.path = "sub"})) == "<p>hello");
    CHECK(text(files.answer({.path = "sub/"})) == "<p>hello");
    CHECK_THROWS_AS(StaticFiles{folder.www() / "none"}, ms::Error);
}

TEST_CASE("static files: only what lies in the folder")
{
    Folder const folder;
    StaticFiles files{folder.www()};
    for (std::string const path :
         {"none", ".secret", "../outside.txt", "sub/../../outside.txt", "/etc/passwd", "link.txt",
          "sub/.", "..", "//etc/passwd", "a.js/"}) {
        CAPTURE(path);
        CHECK(files.answer({.path = path}).response.status == 404);
    }
    CHECK(files.answer({.path = std::string{"a.js\0", 5}}).response.status == 404);
}

TEST_CASE("static files: a copy that the client has is not sent again")
{
    Folder const folder;
    StaticFiles files{folder.www()};
    auto const tag = header(files.answer({.path = "a.js"}), "ETag");
    auto const again = files.answer({.path = "a.js", .if_none_match = tag});
    CHECK(again.response.status == 304);
    CHECK(again.body.length() == 0);
    CHECK_FALSE(header(again, "Cache-Control").empty());
    folder.write("www/a.js", "changed");
    CHECK(files.answer({.path = "a.js", .if_none_match = tag}).response.status == 200);
}

TEST_CASE("static files: texts are compressed, and anew when they change")
{
    Folder const folder;
    StaticFiles files{folder.www()};
    auto const packed = files.answer({.path = "a.js", .accepts_gzip = true});
    CHECK(header(packed, "Content-Encoding") == "gzip");
    CHECK(packed.body.length() < 500);
    CHECK(text(packed) == text(files.answer({.path = "a.js", .accepts_gzip = true})));
    folder.write("www/a.js", std::string(60'000, 'b'));
    CHECK(text(files.answer({.path = "a.js", .accepts_gzip = true})) != text(packed));
    CHECK(header(files.answer({.path = "sub/", .accepts_gzip = true}), "Content-Encoding").empty());
}

TEST_CASE("static files: the cache of compressed files is bounded")
{
    Folder const folder;
    StaticFiles files{folder.www(), 100};
    for (int i = 0; i < 5; ++i) {
        folder.write("www/b" + std::to_string(i) + ".js", std::string(2000, 'x'));
        auto const packed =
            files.answer({.path = "b" + std::to_string(i) + ".js", .accepts_gzip = true});
        CHECK(header(packed, "Content-Encoding") == "gzip");
    }
}

TEST_CASE("static files: ranges")
{
    Folder const folder;
    folder.write("www/t.txt", "0123456789");
    StaticFiles files{folder.www()};
    auto const part = [&](std::string const& range, std::string const& if_range = "") {
        return files.answer({.path = "t.txt", .range = range, .if_range = if_range});
    };
    CHECK(text(part("bytes=2-4")) == "234");
    CHECK(part("bytes=2-4").response.status == 206);
    CHECK(header(part("bytes=2-4"), "Content-Range") == "bytes 2-4/10");
    CHECK(text(part("bytes=7-")) == "789");
    CHECK(text(part("bytes=-3")) == "789");
    CHECK(text(part("bytes=-30")) == "0123456789");
    CHECK(text(part("bytes=5-99999")) == "56789");
    CHECK(part("bytes=10-").response.status == 416);
    CHECK(header(part("bytes=10-"), "Content-Range") == "bytes */10");
    for (auto const* const whole : {"bytes=4-2", "bytes=0-1,3-4", "lines=1-2", "bytes=x-",
                                    "bytes=-", "bytes=99999999999999999999-"}) {
        CAPTURE(whole);
        CHECK(part(whole).response.status == 200);
    }
    auto const date = header(part(""), "Last-Modified");
    CHECK(part("bytes=2-4", date).response.status == 206);
    CHECK(part("bytes=2-4", "Thu, 01 Jan 1970 00:00:00 GMT").response.status == 200);
}

TEST_CASE("static files: repeated slashes name the same file, which is cached once")
{
    Folder const folder;
    StaticFiles files{folder.www()};
    CHECK(files.answer({.path = "a.js", .accepts_gzip = true}).response.status == 200);
    CHECK(files.find_kept({.path = "//a.js", .accepts_gzip = true}));
    CHECK_FALSE(files.find_kept({.path = "a.js/", .accepts_gzip = true}));
    CHECK(files.answer({.path = "sub//", .accepts_gzip = true}).response.status == 200);
    CHECK(files.find_kept({.path = "sub/", .accepts_gzip = true}));
}

TEST_CASE("static files: a large file that does not get smaller is compressed once")
{
    Folder const folder;
    std::string noise(2'000'000, ' ');
    std::minstd_rand random; // NOLINT(cert-msc51-cpp): the same in every run
    std::ranges::generate(noise, [&] { return static_cast<char>(random() >> 8U); });
    folder.write("www/noise.js", noise);
    StaticFiles files{folder.www()};
    auto const answer = files.answer({.path = "noise.js", .accepts_gzip = true});
    CHECK(header(answer, "Content-Encoding").empty());
    CHECK(files.find_kept({.path = "noise.js", .accepts_gzip = true}));
}
