// SPDX-License-Identifier: MIT
#include "script/symbol.hpp"

#include "base/base64.hpp"
#include "base/string.hpp"
#include "image/decode.hpp"
#include "image/encoder.hpp"
#include "mapfile/resolve.hpp"
#include "mapfile/symbol_set.hpp"
#include "mapfile/writer.hpp"
#include "script/error.hpp"
#include "script/image.hpp"
#include "script/output_buffer.hpp"

#include <algorithm>
#include <fstream>

namespace ms::script {

namespace {

namespace fs = std::filesystem;

/// Without a file: only a name.
mapfile::Symbol symbol_of(Text const& name, Text const& file)
{
    return file.str().empty() ? mapfile::Symbol{.name = name.str()}
                              : mapfile::image_symbol(name.str(), file.str(), fs::current_path());
}

/// MapServer takes the box from the origin to the farthest point.
void measure_points(symbolObj& symbol)
{
    symbol.sizex = symbol.sizey = 0;
    for (auto const& point : symbol.block.points) {
        symbol.sizex = std::max(symbol.sizex, point.x);
        symbol.sizey = std::max(symbol.sizey, point.y);
    }
    symbol.maxx = symbol.sizex;
    symbol.maxy = symbol.sizey;
    if (symbol.block.points.empty()) {
        symbol.sizex = symbol.sizey = 1;
    }
}

void measure_image(symbolObj& symbol, mapfile::Symbol const& shown)
{
    std::ifstream file{shown.image_path, std::ios::binary};
    std::vector<std::uint8_t> const bytes{std::istreambuf_iterator<char>{file}, {}};
    fail_if(bytes.empty(), MS_IOERR, "msLoadImageSymbol()", '(' + shown.image_path.string() + ')');
    if (shown.type == mapfile::SymbolType::Svg) {
        return;
    }
    auto const image = image::decode(bytes);
    symbol.sizex = image.width();
    symbol.sizey = image.height();
}

} // namespace

symbolObj::symbolObj(Text const& symbolname, Text const& imagefile)
{
    lift(symbol_of(symbolname, imagefile));
    if (!imagefile.str().empty()) {
        measure_image(*this, block);
        block.type = mapfile::SymbolType::Vector; // as in MapServer: scripts set the type
    }
}

void symbolObj::complete()
{
    imagepath = text_or_null(block.image);
    measure_points(*this);
}

int symbolObj::setPoints(lineObj const& line)
{
    block.points.clear();
    for (auto const& [x, y] : line.positions()) {
        block.points.push_back({x, y});
    }
    measure_points(*this);
    touch();
    return static_cast<int>(block.points.size());
}

std::shared_ptr<lineObj> symbolObj::getPoints() const
{
    auto line = std::make_shared<lineObj>();
    for (auto const& point : block.points) {
        line->points.push_back(std::make_shared<pointObj>(point.x, point.y));
    }
    return line;
}

int symbolObj::setImagepath(Text const& imagefile)
{
    auto found = symbol_of(block.name, imagefile);
    measure_image(*this, found);
    imagepath = found.image_path.string();
    block.image = std::move(found.image);
    block.image_path = std::move(found.image_path);
    block.type = found.type;
    touch();
    return MS_SUCCESS;
}

int symbolObj::setImage(imageObj const& image)
{
    auto const& drawn = image.finished();
    fail_if(!drawn.document.empty(), MS_SYMERR, "setImage()",
            "Only images of pixels can be symbols.");
    auto const& pixels = drawn.bitmap;
    auto const png = image::find_encoder("PNG")->encode(pixels.view(), {.has_alpha = true});
    block.image = "data:image/png;base64," + to_base64(png);
    block.image_path.clear();
    imagepath = {};
    sizex = pixels.width();
    sizey = pixels.height();
    block.type = mapfile::SymbolType::Pixmap;
    touch();
    return MS_SUCCESS;
}

std::shared_ptr<imageObj> symbolObj::getImage(outputFormatObj const& input_format) const
{
    auto format = part_of<outputFormatObj>(input_format.block);
    if (auto const bytes = from_data_url(block.image)) {
        auto pixels = image::decode(*bytes);
        auto image = std::make_shared<imageObj>(pixels.width(), pixels.height(), format);
        image->finished().bitmap = std::move(pixels);
        return image;
    }
    fail_if(imagepath.is_null(), MS_SYMERR, "getImage()", "The symbol has no image.");
    return std::make_shared<imageObj>(0, 0, std::move(format), imagepath);
}

symbolSetObj::symbolSetObj(Text const& symbolfile) : filename(symbolfile)
{
    symbols.push_back(part_of<symbolObj>(mapfile::built_in_symbol()));
    if (symbolfile.is_null()) {
        return;
    }
    fs::path const path{symbolfile.str()};
    mapfile::Provenance origin;
    origin.directory = path.parent_path();
    mapfile::ProblemList problems{origin};
    std::error_code error;
    fail_if(!fs::is_regular_file(path, error), MS_IOERR, "loadSymbolSet()",
            '(' + symbolfile.str() + ')');
    for (auto& block : mapfile::read_symbol_set(path, origin, problems, false)) {
        symbols.push_back(part_of<symbolObj>(std::move(block)));
    }
    fail_if(problems.has_errors(), MS_IDENTERR, "loadSymbolSet()",
            mapfile::errors_of(problems.problems()));
}

int symbolSetObj::index(Text const& symbolname)
{
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (!symbolname.str().empty() &&
            equals_ignoring_case(symbols[i]->block.name, symbolname.str())) {
            return static_cast<int>(i);
        }
    }
    std::error_code error;
    if (symbolname.str().empty() || !fs::is_regular_file(directory / symbolname.str(), error)) {
        return MS_UNKNOWN;
    }
    return appendSymbol(
        part_of<symbolObj>(mapfile::image_symbol(symbolname.str(), symbolname.str(), directory)));
}

int symbolSetObj::appendSymbol(std::shared_ptr<symbolObj> symbol)
{
    return symbols.add(std::move(symbol), -1, "appendSymbol()");
}

int symbolSetObj::save(Text const& path)
{
    symbols.sync();
    auto const blocks = compose_all(symbols);
    write_file(path.str(), mapfile::write_symbol_set(std::span{blocks}.subspan(1)),
               {MS_SYMERR, "msSaveSymbolSet()", '(' + path.str() + ')'});
    return MS_SUCCESS;
}

} // namespace ms::script
