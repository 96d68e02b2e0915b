// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws whole maps from mapfile texts, for tests.

#include "mapfile/load.hpp"
#include "render/core/output.hpp"
#include "render/plan/plan.hpp"
#include "render/run.hpp"
#include "source/postgis/link/databases.hpp"
#include "text/font_cache.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace test {

/// The services of a process that drawing needs.
struct Process {
    ms::Log log;
    ms::source::postgis::Databases databases{};
    ms::Deadline deadline{};
    ms::text::FontCache fonts{};
    ms::render::Services services{{log, databases, deadline}, fonts};
};

/// \param directory that relative paths begin in; the file is called map.map
inline std::shared_ptr<ms::mapfile::Map const> load(std::string const& text,
                                                    std::string const& directory = "/nonexistent")
{
    auto const loaded = ms::mapfile::load_text(text, directory, {});
    INFO(ms::mapfile::errors_of(loaded.problems));
    REQUIRE(loaded.map);
    return loaded.map;
}

inline ms::render::MapImage draw(std::shared_ptr<ms::mapfile::Map const> const& map,
                                 Process const& process, std::string const& format = "png")
{
    auto const plan = ms::render::make_plan(map, ms::render::make_viewport(*map, {}), {},
                                            ms::render::find_output_format(*map, format));
    return ms::render::run(plan, process.services);
}

inline ms::image::Color pixel(ms::image::Bitmap const& bitmap, int x, int y)
{
    auto const i = static_cast<std::size_t>(y * bitmap.width() + x) * 4;
    auto const p = bitmap.view().pixels;
    return {p[i], p[i + 1], p[i + 2], p[i + 3]};
}

} // namespace test
