// SPDX-License-Identifier: MIT
#include "ows/images/image_response.hpp"

#include "render/core/output.hpp"

namespace ms::ows {

namespace {

http::Response encoded(Call const& call, auto const& image, mapfile::OutputFormat const& format,
                       double resolution)
{
    http::Response response;
    response.content_type = format.mime_type;
    response.body = render::encode(
        image, format,
        {.dpi = static_cast<int>(resolution),
         .effort = call.services.effort ? call.services.effort() : image::Effort::Stored,
         .trace = call.services.trace});
    return response;
}

} // namespace

http::Response image_response(Call const& call, image::Bitmap const& image,
                              mapfile::OutputFormat const& format, double resolution)
{
    return encoded(call, image.view(), format, resolution);
}

http::Response image_response(Call const& call, render::MapImage const& image,
                              mapfile::OutputFormat const& format, double resolution)
{
    return encoded(call, image, format, resolution);
}

http::Response map_response(Call const& call, render::MapImage const& image,
                            mapfile::OutputFormat const& format, double resolution)
{
    return encoded(call, image, render::chosen_format(*call.map, format, image), resolution);
}

} // namespace ms::ows
