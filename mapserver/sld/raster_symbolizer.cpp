// SPDX-License-Identifier: MIT
#include "sld/raster_symbolizer.hpp"

#include "base/string.hpp"
#include "mapfile/set_processing.hpp"
#include "sld/css.hpp"
#include "sld/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ms::sld {

namespace {

using mapfile::set_processing;

constexpr std::size_t max_raster_classes = 1000;
constexpr double infinity = std::numeric_limits<double>::infinity();

double number_in(std::string const& text, std::string const& what)
{
    auto const number = parse_double(trim(text));
    if (!number) {
        refuse(what + " is not a number");
    }
    return *number;
}

image::Color color_in(std::string const& text)
{
    auto const color = parse_hex_color(trim(text));
    if (!color) {
        refuse("a color of <ColorMap> is not written as #rrggbb");
    }
    return *color;
}

/// Where the colours of a rule count.
struct RuleLimits {
    ScaleLimits scales;
    std::string filter; ///< as a mapfile has it; "": all pixels
    bool is_fallback = false;
};

/// Classes of [pixel] on their way into a layer.
class ColorClasses {
public:
    ColorClasses(std::string group, Budget& budget) : m_group(std::move(group)), m_budget(budget) {}

    /// For the colours from now on.
    void begin_rule(RuleLimits limits) { m_limits = std::move(limits); }

    /// Values from `low` up to, but excluding, `high`. An opacity of 0 draws nothing.
    void add_interval(double low, double high, image::Color color, std::string const& title)
    {
        std::string condition;
        if (low != -infinity) {
            condition = fmt::format("[pixel] >= {}", low);
        }
        if (high != infinity) {
            condition += fmt::format("{}[pixel] < {}", condition.empty() ? "" : " AND ", high);
        }
        add(condition, color, title);
    }
    /// Values above `low` up to `high` with it.
    void add_interval_to(double low, double high, image::Color color, std::string const& title)
    {
        std::string condition;
        if (low != -infinity) {
            condition = fmt::format("[pixel] > {}", low);
        }
        if (high != infinity) {
            condition += fmt::format("{}[pixel] <= {}", condition.empty() ? "" : " AND ", high);
        }
        add(condition, color, title);
    }
    void add_value(double value, image::Color color, std::string const& title)
    {
        add(fmt::format("[pixel] = {}", value), color, title);
    }
    /// Colours between two, linear.
    void add_ramp(double low, image::Color from, double high, image::Color to,
                  std::string const& title)
    {
        auto& made = add(fmt::format("[pixel] >= {} AND [pixel] <= {}", low, high), from, title);
        auto& style = made.styles.front();
        style.color = {};
        style.range_min_color = from;
        style.range_max_color = to;
        style.range_min = low;
        style.range_max = high;
    }

    [[nodiscard]] std::vector<mapfile::Class> take() { return std::move(m_classes); }

private:
    mapfile::Class& add(std::string condition, image::Color color, std::string const& title)
    {
        if (!m_limits.filter.empty()) {
            condition = m_limits.filter + (condition.empty() ? "" : " AND " + condition);
        }
        if (m_classes.size() == max_raster_classes) {
            refuse("a <ColorMap> has more than 1000 entries");
        }
        m_budget.work();
        m_budget.keep(2 * (sizeof(mapfile::Class) + sizeof(mapfile::Style) + condition.size()));
        auto& made = m_classes.emplace_back();
        made.name = title;
        made.title = title;
        made.group = m_group;
        made.min_scale_denominator = m_limits.scales.min;
        made.max_scale_denominator = m_limits.scales.max;
        made.is_fallback = m_limits.is_fallback;
        if (!condition.empty()) {
            made.expression = {.kind = mapfile::ExpressionKind::Logical, .text = condition};
        }
        auto& style = made.styles.emplace_back();
        style.color.value = color;
        style.opacity.value = std::round(color.alpha / 2.55);
        style.color.value->alpha = 255;
        return made;
    }

    std::string m_group;
    Budget& m_budget;
    RuleLimits m_limits;
    std::vector<mapfile::Class> m_classes;
};

struct Entry {
    double quantity;
    image::Color color;
    std::string label;
};

std::string attribute_of(XmlNode const& node, char const* name)
{
    auto const* const value = node.attribute(name);
    return value == nullptr ? std::string{} : *value;
}

std::vector<Entry> entries_of(XmlNode const& color_map)
{
    std::vector<Entry> entries;
    for (auto const& child : color_map.children) {
        if (child.name != "ColorMapEntry") {
            continue;
        }
        auto const quantity = attribute_of(child, "quantity");
        Entry entry{number_in(quantity, "quantity of <ColorMapEntry>"),
                    color_in(attribute_of(child, "color")), attribute_of(child, "label")};
        if (entry.label.empty()) { // as in MapServer: without a name, it would have no legend
            entry.label = trim(quantity);
        }
        if (auto const text = attribute_of(child, "opacity"); !text.empty()) {
            double const opacity = number_in(text, "opacity of <ColorMapEntry>");
            entry.color.alpha =
                static_cast<std::uint8_t>(std::lround(std::clamp(opacity, 0.0, 1.0) * 255));
        }
        entries.push_back(std::move(entry));
    }
    if (entries.empty()) {
        refuse("<ColorMap> has no entries");
    }
    return entries;
}

/// As in MapServer: an entry from its quantity up to the next one, which is nothing if that is
/// less; the last one for its quantity alone.
void add_steps(std::vector<Entry> const& entries, ColorClasses& out)
{
    for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
        out.add_interval(entries[i].quantity, entries[i + 1].quantity, entries[i].color,
                         entries[i].label);
    }
    auto const& last = entries.back();
    out.add_value(last.quantity, last.color, last.label);
}

void add_ramp(std::vector<Entry> const& entries, ColorClasses& out)
{
    if (!std::ranges::is_sorted(entries, {}, &Entry::quantity)) {
        refuse("the quantities of a ramp do not increase");
    }
    auto const& first = entries.front();
    auto const& last = entries.back();
    out.add_interval(-infinity, first.quantity, first.color, {});
    for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
        out.add_ramp(entries[i].quantity, entries[i].color, entries[i + 1].quantity,
                     entries[i + 1].color, entries[i].label);
    }
    out.add_interval(last.quantity, infinity, last.color, last.label);
}

void add_color_map(XmlNode const& color_map, ColorClasses& out)
{
    auto const type = attribute_of(color_map, "type");
    auto const entries = entries_of(color_map);
    if (equals_ignoring_case(type, "ramp")) {
        add_ramp(entries, out);
    } else if (type.empty() || equals_ignoring_case(type, "intervals") ||
               equals_ignoring_case(type, "values")) {
        add_steps(entries, out);
    } else {
        refuse("type of <ColorMap> is not ramp, intervals or values");
    }
}

/// OGC 05-077r4, 11.6.2: a value, then thresholds and values by turns.
void add_categorize(XmlNode const& categorize, ColorClasses& out)
{
    bool const is_preceding =
        equals_ignoring_case(attribute_of(categorize, "thresholdsBelongTo"), "preceding") ||
        equals_ignoring_case(attribute_of(categorize, "threshholdsBelongTo"), "preceding");
    std::optional<image::Color> color;
    double low = -infinity;
    auto const add = [&](double high) {
        if (!color) {
            refuse("<Categorize> has a <Threshold> without a <Value> before it");
        }
        auto const title = low == -infinity   ? fmt::format("< {}", high)
                           : high == infinity ? fmt::format("> {}", low)
                                              : fmt::format("{} - {}", low, high);
        is_preceding ? out.add_interval_to(low, high, *color, title)
                     : out.add_interval(low, high, *color, title);
        color.reset();
    };
    for (auto const& child : categorize.children) {
        if (child.name == "Value") {
            color = color_in(child.text());
        } else if (child.name == "Threshold") {
            double const threshold = number_in(child.text(), "<Threshold>");
            if (threshold < low) {
                refuse("the thresholds of <Categorize> do not increase");
            }
            add(threshold);
            low = threshold;
        }
    }
    add(infinity);
}

void add_interpolate(XmlNode const& interpolate, ColorClasses& out)
{
    std::vector<Entry> entries;
    for (auto const& child : interpolate.children) {
        if (child.name == "InterpolationPoint") {
            entries.push_back(
                {number_in(child.text_of("Data"), "<Data>"), color_in(child.text_of("Value")), {}});
        }
    }
    if (entries.empty()) {
        refuse("<Interpolate> has no points");
    }
    add_ramp(entries, out);
}

/// A band by its number.
std::string band_of(XmlNode const& channel)
{
    auto const number = parse_int(trim(channel.text_of("SourceChannelName")));
    if (!number || *number < 1) {
        refuse("<SourceChannelName> is not the number of a band");
    }
    return std::to_string(*number);
}

/// SCALE, which goes before those of single colours, as theirs.
void divide_scale(mapfile::Layer& layer)
{
    auto const found = layer.processing_value("SCALE");
    if (!found) {
        return;
    }
    std::string const scale{*found};
    for (int color = 1; color <= 3; ++color) {
        set_processing(layer, fmt::format("SCALE_{}", color), scale);
    }
    set_processing(layer, "SCALE", std::nullopt);
}

/// \param suffix "" for all colours, or "_1" for the first
/// \returns GammaValue, or 1
double apply_contrast(XmlNode const& enhancement, std::string const& suffix, mapfile::Layer& layer)
{
    double gamma = 1;
    for (auto const& child : enhancement.children) {
        if (child.name == "Normalize") {
            if (!suffix.empty()) {
                divide_scale(layer);
            }
            set_processing(layer, "SCALE" + suffix, "AUTO");
        } else if (child.name == "GammaValue") {
            gamma = number_in(child.text(), "<GammaValue>");
            if (gamma <= 0) {
                refuse("<GammaValue> is not above 0");
            }
        } else if (!child.is_text()) {
            refuse("<" + child.name + "> of <ContrastEnhancement> is not supported");
        }
    }
    return gamma;
}

/// SE 1.1 (OGC 05-077r4), 11.4.5: a GammaValue above 1 makes brighter.
void set_gamma(double gamma, mapfile::Layer& layer)
{
    if (gamma != 1) {
        set_processing(layer, "GAMMA", fmt::format("{}", 1 / gamma));
    }
}

void apply_channels(XmlNode const& selection, mapfile::Layer& layer)
{
    constexpr std::array colors{"RedChannel", "GreenChannel", "BlueChannel"};
    std::string bands;
    std::optional<double> gamma;
    auto const add = [&](XmlNode const& channel, std::string const& suffix) {
        bands += (bands.empty() ? "" : ",") + band_of(channel);
        auto const* const contrast = channel.child("ContrastEnhancement");
        double const own = contrast == nullptr ? 1 : apply_contrast(*contrast, suffix, layer);
        if (gamma && *gamma != own) {
            refuse("different <GammaValue>s of channels are not supported");
        }
        gamma = own;
    };
    if (auto const* const grey = selection.child("GrayChannel")) {
        add(*grey, "");
    } else {
        for (std::size_t i = 0; i < colors.size(); ++i) {
            auto const* const channel = selection.child(colors[i]);
            if (channel == nullptr) {
                refuse("<ChannelSelection> needs a gray channel, or red, green and blue");
            }
            add(*channel, fmt::format("_{}", i + 1));
        }
    }
    set_processing(layer, "BANDS", bands);
    set_gamma(gamma.value_or(1), layer);
}

void apply_symbolizer(XmlNode const& symbolizer, mapfile::Layer& layer, ColorClasses& classes)
{
    for (auto const& child : symbolizer.children) {
        if (child.is_text() || child.name == "Name" || child.name == "Description" ||
            child.name == "Geometry") {
            continue;
        }
        if (child.name == "Opacity") {
            auto const percent = static_cast<int>(std::lround(opacity_of(&child) * 100));
            if (layer.compositors.empty()) {
                layer.compositors.emplace_back();
            }
            layer.compositors.front().opacity = percent; // COMPOP stays, as in MapServer
        } else if (child.name == "ChannelSelection") {
            apply_channels(child, layer);
        } else if (child.name == "ContrastEnhancement") {
            set_gamma(apply_contrast(child, "", layer), layer);
        } else if (child.name == "ColorMap") {
            if (auto const* const categorize = child.child("Categorize")) {
                add_categorize(*categorize, classes);
            } else if (auto const* const interpolate = child.child("Interpolate")) {
                add_interpolate(*interpolate, classes);
            } else {
                add_color_map(child, classes);
            }
        } else if (child.name != "OverlapBehavior") { // later files lie over earlier ones
            refuse("<" + child.name + "> of <RasterSymbolizer> is not supported");
        }
    }
}

XmlNode const* default_style(XmlNode const& named_layer)
{
    XmlNode const* chosen = nullptr;
    for (auto const& child : named_layer.children) {
        auto const is_default = child.text_of("IsDefault");
        bool const is_marked = is_default == "1" || equals_ignoring_case(is_default, "true");
        if (child.name == "UserStyle" && (chosen == nullptr || is_marked)) {
            chosen = &child;
            if (is_marked) {
                break;
            }
        }
    }
    return chosen;
}

bool is_other_symbolizer(std::string_view name)
{
    return name.ends_with("Symbolizer") && name != "RasterSymbolizer";
}

RuleLimits limits_of(XmlNode const& rule, fes::Context const& filters)
{
    RuleLimits limits{.scales = scale_limits_of(rule),
                      .filter = {},
                      .is_fallback = rule.child("ElseFilter") != nullptr};
    if (auto const* const filter = rule.child("Filter")) {
        auto const condition = fes::parse_filter(*filter, filters);
        if (!condition.is_always_true()) {
            limits.filter = "(" + text_of(condition) + ")";
        }
    }
    return limits;
}

/// \return whether it has colours of its own
bool apply_rule(XmlNode const& rule, mapfile::Layer& layer, ColorClasses& classes)
{
    bool has_colors = false;
    for (auto const& symbolizer : rule.children) {
        if (is_other_symbolizer(symbolizer.name)) {
            refuse("<" + symbolizer.name +
                   "> does not draw a raster layer: it needs a <RasterSymbolizer>");
        }
        if (symbolizer.name == "RasterSymbolizer") {
            apply_symbolizer(symbolizer, layer, classes);
            has_colors = has_colors || symbolizer.child("ColorMap") != nullptr ||
                         symbolizer.child("ChannelSelection") != nullptr;
        }
    }
    return has_colors;
}

} // namespace

void style_raster(XmlNode const& named_layer, fes::Context const& filters, mapfile::Layer& layer,
                  Budget& budget)
{
    auto const* const style = default_style(named_layer);
    if (style == nullptr) {
        return;
    }
    auto const group = style->text_of("Name");
    ColorClasses classes{group, budget};
    bool colors = false;
    for_each_rule(*style, [&](XmlNode const& rule) {
        classes.begin_rule(limits_of(rule, filters));
        colors = apply_rule(rule, layer, classes) || colors;
    });
    if (colors) { // else the layer's own classes stay, as in MapServer
        layer.classes = classes.take();
        layer.class_group = layer.classes.empty() ? std::string{} : group;
        layer.class_item.clear();
    }
}

} // namespace ms::sld
