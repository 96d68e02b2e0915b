// SPDX-License-Identifier: MIT
#include "ows/picture_response.hpp"

#include "render/output.hpp"

namespace ms::ows {

namespace {

http::Response encoded(Call const& call, auto const& picture, mapfile::OutputFormat const& format,
                       double resolution)
{
    http::Response response;
    response.content_type = format.mime_type;
    response.body = render::encode(
        picture, format,
        {.dpi = static_cast<int>(resolution),
         .effort = call.services.effort ? call.services.effort() : image::Effort::Stored,
         .trace = call.services.trace});
    return response;
}

} // namespace

http::Response picture_response(Call const& call, image::Bitmap const& picture,
                                mapfile::OutputFormat const& format, double resolution)
{
    return encoded(call, picture.view(), format, resolution);
}

http::Response picture_response(Call const& call, render::Picture const& picture,
                                mapfile::OutputFormat const& format, double resolution)
{
    return picture.document.empty() ? encoded(call, picture.bitmap.view(), format, resolution)
                                    : encoded(call, picture, format, resolution);
}

http::Response map_response(Call const& call, render::Picture const& picture,
                            mapfile::OutputFormat const& format, double resolution)
{
    return encoded(call, picture, render::chosen_format(*call.map, format, picture), resolution);
}

} // namespace ms::ows
