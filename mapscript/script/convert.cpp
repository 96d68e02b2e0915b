// SPDX-License-Identifier: MIT
#include "script/convert.hpp"

#include "script/node.hpp"

#include <algorithm>
#include <atomic>

namespace ms::script {

Version next_version() noexcept
{
    static std::atomic<Version> last{0};
    return ++last;
}

namespace {

std::uint8_t component(int value) noexcept
{
    return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

/// The scripts' table of fonts, with the places of those from a file.
std::vector<mapfile::FontEntry> fonts_of(hashTableObj const& table,
                                         std::vector<mapfile::FontEntry> const& before)
{
    std::vector<mapfile::FontEntry> fonts;
    for (auto const& [name, path] : table.map.entries) {
        auto const known = std::ranges::find_if(
            before, [&](auto const& font) { return font.name == name && font.path == path; });
        fonts.push_back(known != before.end() ? *known
                                              : mapfile::FontEntry{.name = name, .path = path});
    }
    return fonts;
}

} // namespace

void to_script(int& script, std::optional<bool> const& model)
{
    script = model ? (*model ? MS_TRUE : MS_FALSE) : MS_NOOVERRIDE;
}

bool to_model(int script, std::optional<bool>& model)
{
    return assign(model,
                  script == MS_NOOVERRIDE ? std::nullopt : std::optional<bool>{script != MS_FALSE});
}

void to_script(Text& script, std::string const& model)
{
    script.assign(model);
}

bool to_model(Text const& script, std::string& model)
{
    return assign(model, script.str());
}

void to_script(colorObj& script, mapfile::OptionalColor const& model)
{
    script = model ? colorObj{model->red, model->green, model->blue, model->alpha}
                   : colorObj{-1, -1, -1, 255};
}

bool to_model(colorObj const& script, mapfile::OptionalColor& model)
{
    if (script.red < 0 || script.green < 0 || script.blue < 0) {
        return assign(model, mapfile::OptionalColor{});
    }
    return assign(model, mapfile::OptionalColor{
                             image::Color{component(script.red), component(script.green),
                                          component(script.blue), component(script.alpha)}});
}

void to_script(rectObj& script, mapfile::Extent const& model)
{
    script.minx = model.min_x;
    script.miny = model.min_y;
    script.maxx = model.max_x;
    script.maxy = model.max_y;
}

bool to_model(rectObj const& script, mapfile::Extent& model)
{
    return assign(model, mapfile::Extent{script.minx, script.miny, script.maxx, script.maxy});
}

void to_script(hashTableObj& script, mapfile::StringMap const& model)
{
    script.map = model;
}

bool to_model(hashTableObj const& script, mapfile::StringMap& model)
{
    return assign(model, script.map);
}

void to_script(hashTableObj& script, Fonts fonts)
{
    script.clear();
    for (auto const& font : fonts.model) {
        script.map.set(font.name, font.path.string());
    }
}

bool to_model(hashTableObj const& script, Fonts fonts)
{
    bool const is_same = std::ranges::equal(
        script.map.entries, fonts.model, [](auto const& entry, mapfile::FontEntry const& font) {
            return entry.first == font.name && entry.second == font.path.native();
        });
    return !is_same && assign(fonts.model, fonts_of(script, fonts.model));
}

} // namespace ms::script
