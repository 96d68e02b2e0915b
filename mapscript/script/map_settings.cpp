// SPDX-License-Identifier: MIT
// The settings of a map: view, projection, symbols, fonts, output formats.
#include "script/map.hpp"

#include "base/error.hpp"
#include "base/string.hpp"
#include "mapfile/font_list.hpp"
#include "mapfile/text_file.hpp"
#include "render/core/output.hpp"
#include "script/convert.hpp"
#include "script/drawing.hpp"
#include "script/interpreter.hpp"
#include "script/projection.hpp"

#include <algorithm>

namespace ms::script {

int mapObj::setExtent(double minx, double miny, double maxx, double maxy)
{
    fail_if(!(minx < maxx && miny < maxy), MS_MISCERR, "setExtent()",
            "Given map extent is invalid. Check that it is in the form: minx, miny, "
            "maxx, maxy");
    extent = rectObj{minx, miny, maxx, maxy};
    if (has_size(*this)) {
        adjust_extent(*this); // sets scaledenom and cellsize
    }
    return MS_SUCCESS;
}

int mapObj::setSize(int new_width, int new_height)
{
    fail_if(new_width <= 0 || new_height <= 0, MS_MISCERR, "setSize()",
            "Width and height must be positive.");
    block.size = {new_width, new_height};
    touch();
    return MS_SUCCESS;
}

int mapObj::setRotation(double rotation_angle)
{
    block.angle = rotation_angle;
    touch();
    return MS_SUCCESS;
}

/// PROJ finds its files by the environment.
void mapObj::applyConfigOptions() const
{
    for (auto const& [key, value] : configoptions.map.entries) {
        if (equals_ignoring_case(key, "PROJ_LIB") || equals_ignoring_case(key, "PROJ_DATA")) {
            set_environment(key.c_str(), path_of(value).c_str());
        }
    }
}

int mapObj::setFontSet(Text const& filename)
{
    auto const path = path_of(filename);
    try {
        block.fonts = mapfile::parse_font_list(mapfile::read_text_file(path), path.parent_path());
    } catch (Error const&) {
        throw Failure{MS_IOERR, "msLoadFontset()", "Error opening fontset " + filename.str() + '.'};
    }
    block.font_set_path = filename.str();
    touch();
    fontset.filename = filename;
    to_script(fontset.fonts, Fonts{block.fonts});
    return MS_SUCCESS;
}

int mapObj::setSymbolSet(Text const& szFileName)
{
    symbolSetObj set{path_of(szFileName).string()};
    set.filename = szFileName;
    set.directory = symbolset.directory;
    symbolset = std::move(set);
    block.symbol_set_path = szFileName.str();
    touch();
    return MS_SUCCESS;
}

void mapObj::selectOutputFormat(Text const& requested)
{
    auto format = getOutputFormatByName(requested);
    fail_if(format == nullptr, MS_MISCERR, "setImageType()",
            "Unable to find IMAGETYPE '" + requested.str() + "'.");
    setOutputFormat(std::move(format));
    imagetype = requested; // as in MapServer: a name in another case, or a MIME type
}

void mapObj::setOutputFormat(std::shared_ptr<outputFormatObj> format)
{
    fail_if(format == nullptr, MS_MISCERR, "setOutputFormat()", "There is no format.");
    if (std::ranges::find(formats, format) == formats.end()) {
        std::erase_if(formats, [&](auto const& other) {
            return equals_ignoring_case(other->block.name, format->block.name);
        });
        formats.push_back(format);
        touch();
    }
    imagetype = text_or_null(format->block.name);
    block.image_type = format->block.name;
    outputformat = std::move(format);
    touch();
}

int mapObj::appendOutputFormat(std::shared_ptr<outputFormatObj> format)
{
    formats.add(std::move(format), -1, "appendOutputFormat()");
    return static_cast<int>(formats.size());
}

int mapObj::removeOutputFormat(Text const& requested)
{
    auto const found = std::ranges::find_if(formats, [&](auto const& format) {
        return equals_ignoring_case(format->block.name, requested.str());
    });
    if (found != formats.end()) {
        formats.erase(found);
        touch();
    }
    return MS_SUCCESS;
}

namespace {

bool is_called(mapfile::OutputFormat const& format, Text const& requested)
{
    return equals_ignoring_case(format.name, requested.str()) ||
           equals_ignoring_case(format.mime_type, requested.str());
}

/// A built-in format, which is not written in the mapfile, or nullptr.
std::shared_ptr<outputFormatObj> built_in_format(Text const& requested)
{
    for (auto const& block : render::output_formats({})) {
        if (is_called(block, requested)) {
            auto format = part_of<outputFormatObj>(block);
            format->inmapfile = MS_FALSE;
            if (equals_ignoring_case(requested.str(), "png24")) {
                format->block.mime_type = "image/png"; // the type that scripts' pages send
            }
            return format;
        }
    }
    return nullptr;
}

} // namespace

std::shared_ptr<outputFormatObj> mapObj::getOutputFormatByName(Text const& requested)
{
    for (auto const& format : formats) {
        if (is_called(format->block, requested)) {
            return format;
        }
    }
    auto format = built_in_format(requested);
    if (format) {
        formats.push_back(format);
    }
    return format;
}

} // namespace ms::script
