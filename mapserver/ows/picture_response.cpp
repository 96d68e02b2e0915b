// SPDX-License-Identifier: MIT
#include "ows/picture_response.hpp"

#include "render/output.hpp"

namespace ms::ows {

http::Response picture_response(image::Bitmap const& picture, mapfile::OutputFormat const& format,
                                double resolution)
{
    http::Response response;
    response.content_type = format.mime_type;
    response.body = render::encode(picture.view(), format, static_cast<int>(resolution));
    return response;
}

} // namespace ms::ows
