// SPDX-License-Identifier: MIT
#include "base/error.hpp"
#include "inja/folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace ms;

TEST_CASE("inja: only files of the folder are read")
{
    auto const root =
        std::filesystem::temp_directory_path() / ("ms_inja_" + std::to_string(::getpid()));
    auto const folder = root / "templates";
    std::filesystem::create_directories(folder / "parts");
    std::ofstream{root / "secret"} << "secret";
    std::ofstream{folder / "page.html"} << "page";
    std::ofstream{folder / "parts" / "head.html"} << "head";
    std::filesystem::create_symlink(root / "secret", folder / "link");
    std::ofstream{folder / "large"} << std::string((std::size_t{1} << 20U) + 1, 'x');
    auto const load = inja::from_folder(folder / "");
    CHECK(load("page.html") == "page");
    CHECK(load("parts/head.html") == "head");
    CHECK(load("parts/../page.html") == "page");
    for (auto const* const name : {"../secret", "link", "parts", "nope", "", "large"}) {
        CAPTURE(name);
        CHECK_THROWS_AS(static_cast<void>(load(name)), PublicError);
    }
    CHECK_THROWS_AS(static_cast<void>(load((root / "secret").string())), PublicError);
    CHECK_THROWS_AS(static_cast<void>(inja::from_folder(root / "nowhere")("page.html")),
                    PublicError);
    std::filesystem::remove_all(root);
}
