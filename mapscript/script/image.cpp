// SPDX-License-Identifier: MIT
#include "script/image.hpp"

#include "base/error.hpp"
#include "image/decode.hpp"
#include "render/core/output.hpp"
#include "script/constants.hpp"
#include "script/drawing.hpp"
#include "script/error.hpp"
#include "script/map.hpp"
#include "script/open_drawing.hpp"
#include "script/output_buffer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <ctime>
#include <fstream>

namespace ms::script {

namespace {

image::Bitmap read_image(std::string const& path)
{
    std::ifstream file{path, std::ios::binary};
    fail_if(!file, MS_IMGERR, "imageObj()", '(' + path + ')');
    std::vector<std::uint8_t> const bytes{std::istreambuf_iterator<char>{file}, {}};
    return image::decode(bytes);
}

image::Bitmap empty_image(int width, int height, mapfile::OutputFormat const& format)
{
    constexpr int largest_side = 32767;
    fail_if(width <= 0 || height <= 0 || width > largest_side || height > largest_side, MS_IMGERR,
            "imageObj()", "Image dimensions are not valid.");
    image::Bitmap bitmap{width, height};
    if (!render::is_transparent(format)) {
        bitmap.fill({255, 255, 255, 255});
    }
    return bitmap;
}

void require_pixels(render::MapImage const& image)
{
    fail_if(!image.document.empty(), MS_IMGERR, "msDrawLayer()",
            "Only images of pixels can be drawn into piece by piece.");
}

} // namespace

imageObj::imageObj(int requested_width, int requested_height,
                   std::shared_ptr<outputFormatObj> requested, Text const& filename,
                   double requested_resolution, double defresolution)
    : resolution(requested_resolution), resolutionfactor(requested_resolution / defresolution),
      format(requested ? std::move(requested) : std::make_shared<outputFormatObj>(Text{"AGG/PNG"}))
{
    m_image.bitmap = filename.str().empty()
                         ? empty_image(requested_width, requested_height, format_of(*this))
                         : read_image(filename.str());
    width = m_image.bitmap.width();
    height = m_image.bitmap.height();
}

imageObj::imageObj(render::MapImage drawn, mapfile::Size size, mapfile::Map const& map,
                   mapfile::OutputFormat const& output)
    : width(size.width), height(size.height), resolution(map.resolution),
      resolutionfactor(map.resolution / map.def_resolution),
      imagepath(text_or_null(map.web.image_path)), imageurl(text_or_null(map.web.image_url)),
      format(part_of<outputFormatObj>(output)), m_image(std::move(drawn))
{}

imageObj::~imageObj() = default;

void imageObj::require_idle() const
{
    fail_if(is_busy, MS_IMGERR, "msDrawLayer()", "Another thread draws on the image.");
}

render::MapImage& imageObj::finished() const
{
    require_idle();
    m_drawing.reset();
    return m_image;
}

image::Bitmap& imageObj::pixels() const
{
    auto& image = finished();
    require_pixels(image);
    return image.bitmap;
}

OpenDrawing& imageObj::open()
{
    require_idle();
    require_pixels(m_image);
    if (!m_drawing) {
        m_drawing = std::make_unique<OpenDrawing>(m_image.bitmap, format_of(*this));
    }
    return *m_drawing;
}

int imageObj::pasteImage(imageObj const& imageSrc, double opacity, int dstx, int dsty)
{
    fail_if(!(opacity >= 0 && opacity <= 1), MS_IMGERR, "pasteImage()",
            "The opacity must be from 0 to 1.");
    stamp(*this, imageSrc, dstx, dsty, opacity);
    return MS_SUCCESS;
}

Text imageObj::saveWebImage()
{
    static std::atomic<unsigned> count = 0;
    auto const name = fmt::format("{:x}{:x}{}.{}", std::time(nullptr), getpid(), ++count,
                                  format->block.extension);
    save(imagepath.str() + name);
    return imageurl.str() + name;
}

Bytes imageObj::getBytes() const
{
    auto const bytes =
        render::encode(finished(), format_of(*this), {.dpi = static_cast<int>(resolution)});
    return {std::string{bytes.begin(), bytes.end()}};
}

void imageObj::save(Text const& filename, std::shared_ptr<mapObj> map)
{
    auto const bytes = getBytes().value;
    if (filename.is_null()) {
        write_output(bytes);
        return;
    }
    auto const path = map ? map->path_of(filename) : std::filesystem::path{filename.str()};
    write_file(path, bytes, {MS_IOERR, "msSaveImage()", '(' + path.string() + ')'});
}

} // namespace ms::script
