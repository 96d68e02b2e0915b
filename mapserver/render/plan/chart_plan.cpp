// SPDX-License-Identifier: MIT
#include "render/plan/chart_plan.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "style/binding.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace ms::render {

namespace {

constexpr double largest_chart_px = 10000; // bounds absurd input

[[noreturn]] void fail(std::string_view key)
{
    throw Error{ErrorKind::BadMapfile, "PROCESSING " + std::string{key} + " is malformed"};
}

double number_of(std::string_view text, std::string_view key)
{
    auto const number = parse_double(trim(text));
    if (!number || !std::isfinite(*number)) {
        fail(key);
    }
    return *number;
}

/// Words between blanks or commas.
std::vector<std::string> words_of(std::string_view text)
{
    std::vector<std::string> words(1);
    for (char const c : text) {
        if (c != ' ' && c != ',') {
            words.back() += c;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) {
        words.pop_back();
    }
    return words;
}

ChartSetting::Type type_of(std::string_view name)
{
    if (equals_ignoring_case(name, "PIE")) {
        return ChartSetting::Type::Pie;
    }
    if (equals_ignoring_case(name, "BAR")) {
        return ChartSetting::Type::Bar;
    }
    if (!equals_ignoring_case(name, "VBAR")) {
        fail("CHART_TYPE");
    }
    return ChartSetting::Type::StackedBar;
}

ChartSetting::Range range_of(std::string_view text)
{
    auto const words = words_of(text);
    if (words.size() != 5 && words.size() != 6) {
        fail("CHART_SIZE_RANGE");
    }
    auto const number = [&](std::size_t i) { return number_of(words[i], "CHART_SIZE_RANGE"); };
    double const root = words.size() == 6 ? number(5) : 1;
    return {words[0], number(1), number(2), number(3), number(4), root > 0 ? root : 1};
}

} // namespace

ChartSetting chart_setting(mapfile::Layer const& layer)
{
    ChartSetting setting;
    if (auto const type = layer.processing_value("CHART_TYPE")) {
        setting.type = type_of(trim(*type));
    }
    if (auto const size = layer.processing_value("CHART_SIZE")) {
        auto const words = words_of(*size);
        if (words.empty() || words.size() > 2) {
            fail("CHART_SIZE");
        }
        setting.width_px =
            std::clamp(number_of(words.front(), "CHART_SIZE"), 0.0, largest_chart_px);
        setting.height_px =
            std::clamp(number_of(words.back(), "CHART_SIZE"), 0.0, largest_chart_px);
    }
    auto const range = layer.processing_value("CHART_SIZE_RANGE");
    if (range && setting.type == ChartSetting::Type::Pie && !layer.processing_value("CHART_SIZE")) {
        setting.range = range_of(*range);
    }
    if (auto const scale = layer.processing_value("CHART_SCALE")) {
        setting.scale = number_of(*scale, "CHART_SCALE");
    }
    if (auto const min = layer.processing_value("CHART_BAR_MINVAL")) {
        setting.min = number_of(*min, "CHART_BAR_MINVAL");
    }
    if (auto const max = layer.processing_value("CHART_BAR_MAXVAL")) {
        setting.max = number_of(*max, "CHART_BAR_MAXVAL");
    }
    return setting;
}

void plan_chart(VectorStep& step)
{
    auto const setting = chart_setting(step.layer);
    step.query.kind = geometry::Kind::None; // points, lines and areas
    if (setting.range) {
        style::add_field(step.query.fields, setting.range->attribute);
    }
}

} // namespace ms::render
