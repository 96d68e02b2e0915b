// SPDX-License-Identifier: MIT
// libwebp is met here and nowhere else.
#include "image/encoders.hpp"

#include "base/error.hpp"
#include "image/packing.hpp"

#include <webp/encode.h>

#include <algorithm>

namespace ms::image {

namespace {

/// Frees the encoder's memory.
struct Image {
    Image()
    {
        if (!WebPPictureInit(&value)) {
            throw Error{ErrorKind::Internal, "WebP: the library is another one than its headers"};
        }
        WebPMemoryWriterInit(&memory);
        value.writer = WebPMemoryWrite;
        value.custom_ptr = &memory;
    }
    ~Image()
    {
        WebPPictureFree(&value);
        WebPMemoryWriterClear(&memory);
    }
    Image(Image const&) = delete;
    Image& operator=(Image const&) = delete;

    WebPPicture value{};
    WebPMemoryWriter memory{};
};

WebPConfig config_of(EncodeOptions const& options)
{
    WebPConfig config;
    if (!WebPConfigInit(&config)) {
        throw Error{ErrorKind::Internal, "WebP: the library is another one than its headers"};
    }
    config.quality = static_cast<float>(std::clamp(options.quality, 1, 100));
    if (options.is_lossless) {
        WebPConfigLosslessPreset(&config, lossless_level(options));
    } else {
        config.method = 2; // of 0..6: above, maps take long and shrink little
    }
    return config;
}

/// 0xAARRGGBB with straight alpha.
std::uint32_t straight_argb(std::uint8_t const* pixel, bool has_alpha) noexcept
{
    unsigned const alpha = pixel[3];
    auto const channel = [&](int i) {
        return alpha == 0 || alpha == 255 ? unsigned{pixel[i]}
                                          : std::min((pixel[i] * 255U + alpha / 2U) / alpha, 255U);
    };
    return (has_alpha ? alpha : 255U) << 24U | channel(0) << 16U | channel(1) << 8U | channel(2);
}

} // namespace

std::vector<std::uint8_t> encode_webp(BitmapView const& bitmap, EncodeOptions const& options)
{
    check_size(bitmap, "WebP", WEBP_MAX_DIMENSION);
    auto const config = config_of(options);
    Image image;
    image.value.use_argb = 1;
    image.value.width = bitmap.width;
    image.value.height = bitmap.height;
    if (!WebPPictureAlloc(&image.value)) {
        throw Error{ErrorKind::Limit, "WebP: no memory for the image"};
    }
    auto const width = static_cast<std::size_t>(bitmap.width);
    for (int y = 0; y < bitmap.height; ++y) {
        auto const* const from = bitmap.pixels.data() + static_cast<std::size_t>(y) * width * 4;
        auto* const to = image.value.argb + std::ptrdiff_t{y} * image.value.argb_stride;
        for (std::size_t x = 0; x < width; ++x) {
            to[x] = straight_argb(from + x * 4, options.has_alpha);
        }
    }
    if (!WebPEncode(&config, &image.value)) {
        auto const code = image.value.error_code;
        bool const is_limit =
            code == VP8_ENC_ERROR_OUT_OF_MEMORY || code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY ||
            code == VP8_ENC_ERROR_PARTITION0_OVERFLOW || code == VP8_ENC_ERROR_PARTITION_OVERFLOW ||
            code == VP8_ENC_ERROR_FILE_TOO_BIG;
        throw Error{is_limit ? ErrorKind::Limit : ErrorKind::Internal,
                    "WebP: error " + std::to_string(code)};
    }
    return {image.memory.mem, image.memory.mem + image.memory.size};
}

} // namespace ms::image
