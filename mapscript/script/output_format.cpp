// SPDX-License-Identifier: MIT
#include "script/output_format.hpp"

#include "base/string.hpp"
#include "render/core/output.hpp"
#include "script/at.hpp"
#include "script/attribute.hpp"
#include "script/constants.hpp"
#include "script/convert.hpp"
#include "script/error.hpp"

namespace ms::script {

namespace {

/// MapServer's properties of drivers besides the name, and those of formats that the library lacks.
struct DriverFacts {
    std::string_view driver;
    int renderer;
    bool has_features = false;    ///< IMAGEMODE FEATURE
    std::string_view mime_type{}; ///< of pages
};
constexpr DriverFacts driver_facts[]{
    {"CAIRO/SVG", MS_RENDER_WITH_CAIRO_SVG},
    {"CAIRO/PDF", MS_RENDER_WITH_CAIRO_PDF},
    {"CAIRO/PNG", MS_RENDER_WITH_CAIRO_RASTER},
    {"CAIRO/JPEG", MS_RENDER_WITH_CAIRO_RASTER},
    {"UTFGRID", MS_RENDER_WITH_UTFGRID},
    {"MVT", MS_RENDER_WITH_MVT, true},
    {"KML", MS_RENDER_WITH_KML},
    {"KMZ", MS_RENDER_WITH_KML},
    {"TEMPLATE", MS_RENDER_WITH_TEMPLATE, true, "text/html"},
    {"IMAGEMAP", MS_RENDER_WITH_IMAGEMAP, false, "text/html; driver=imagemap"},
};

DriverFacts facts_of(std::string_view driver)
{
    for (auto const& facts : driver_facts) {
        if (equals_ignoring_case(facts.driver, driver)) {
            return facts;
        }
    }
    if (to_lower(driver).starts_with("ogr/")) {
        return {"", MS_RENDER_WITH_OGR, true};
    }
    return {"", MS_RENDER_WITH_AGG};
}

void set_where_empty(std::string& text, std::string_view value)
{
    if (text.empty()) {
        text = value;
    }
}

/// Images of 256 colours list the quantization options first.
void add_quantization(mapfile::OutputFormat& format)
{
    if (equals_ignoring_case(format.driver, "AGG/PNG8")) {
        mapfile::StringMap options{{{"QUANTIZE_FORCE", "on"}, {"QUANTIZE_COLORS", "256"}}};
        for (auto const& [key, value] : format.options.entries) {
            options.set(key, value);
        }
        format.options = std::move(options);
    }
}

bool is_jpeg(mapfile::OutputFormat const& format)
{
    return to_lower(format.driver).ends_with("/jpeg");
}

bool is_rgb(mapfile::OutputFormat const& format)
{
    return number_of(format.image_mode) == MS_IMAGEMODE_RGB;
}

/// JPEG has no transparent pixels, and images of three bytes a pixel get a fourth.
/// \return whether the format has changed
bool mend_transparency(mapfile::OutputFormat& format)
{
    if (!render::wants_transparency(format) || !(is_jpeg(format) || is_rgb(format))) {
        return false;
    }
    if (is_jpeg(format)) {
        format.transparent = false;
    } else {
        format.image_mode = mapfile::ImageMode::Rgba;
    }
    return true;
}

/// A mapfile's format of this driver, with the driver's defaults.
mapfile::OutputFormat with_defaults(Text const& driver, Text const& name)
{
    if (starts_with_ignoring_case(driver.str(), "OGR/")) { // not to draw with
        return {.name = name.str(), .driver = driver.str()};
    }
    mapfile::Map map;
    map.output_formats.push_back({.name = name.str(), .driver = driver.str()});
    auto format = render::output_formats(map).front();
    fail_if(!render::is_supported(format), MS_MISCERR, "outputFormatObj()",
            "Unsupported format driver: " + driver.str());
    if (equals_ignoring_case(driver.str(), "AGG/PNG8")) {
        format.mime_type = "image/png; mode=8bit";
    } else if (equals_ignoring_case(driver.str(), "CAIRO/PNG")) {
        format.mime_type = "image/png; mode=24bit";
    }
    return format;
}

/// MapServer names a format after its driver: "AGG/PNG" is "png"; cairo's names include cairo.
Text default_name(Text const& driver)
{
    auto const name = to_lower(driver.str());
    auto const kind = name.substr(name.find('/') + 1); // all of it without a slash
    bool const is_of_cairo = name == "cairo/png" || name == "cairo/jpeg";
    return is_of_cairo ? "cairo" + kind : kind;
}

} // namespace

outputFormatObj::outputFormatObj(Text const& driver, Text const& name)
{
    lift(with_defaults(driver, name.is_null() ? default_name(driver) : name));
}

void outputFormatObj::complete()
{
    auto const facts = facts_of(block.driver);
    renderer = facts.renderer;
    set_where_empty(block.extension, facts.mime_type.empty() ? "" : "html");
    set_where_empty(block.mime_type, facts.mime_type);
    if (facts.has_features) {
        block.image_mode = mapfile::ImageMode::Feature;
    }
    add_quantization(block);
    static_cast<void>(mend_transparency(block)); // whatever the mapfile says
}

int Transparency::shown() const
{
    return render::wants_transparency(model) ? MS_TRUE : MS_FALSE;
}

bool Transparency::set(int script) const
{
    return assign(model.transparent, script != MS_FALSE);
}

void outputFormatObj::setExtension(Text const& extension)
{
    set<Text>(*this, "extension", block.extension, extension);
}

void outputFormatObj::setMimetype(Text const& mimetype)
{
    set<Text>(*this, "mimetype", block.mime_type, mimetype);
}

void outputFormatObj::setOption(Text const& key, Text const& value)
{
    block.options.set(key.str(), value.str());
    touch();
}

Text outputFormatObj::getOption(Text const& key, Text const& value) const
{
    auto const* const found = block.options.find(key.str());
    return Text{found == nullptr ? value.str() : *found};
}

Text outputFormatObj::getOptionAt(int i) const
{
    auto const& options = block.options.entries;
    if (!has_index(options, i)) {
        return {};
    }
    auto const& [key, value] = options[static_cast<std::size_t>(i)];
    return key + '=' + value;
}

int outputFormatObj::validate()
{
    if (is_rgb(block) && mend_transparency(block)) {
        touch();
        return MS_FALSE; // valid at the next call
    }
    return render::is_supported(block) ? MS_TRUE : MS_FALSE;
}

} // namespace ms::script
