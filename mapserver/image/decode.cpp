// SPDX-License-Identifier: MIT
#include "image/decode.hpp"

#include "base/error.hpp"
#include "base/read_file.hpp"
#include "image/blend.hpp"
#include "image/gif.hpp"
#include "image/jpeg.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <string>

namespace ms::image {

namespace {

constexpr std::array<std::uint8_t, 4> png_signature{0x89, 'P', 'N', 'G'};
constexpr std::array<std::uint8_t, 4> gif_signature{'G', 'I', 'F', '8'};
constexpr std::array<std::uint8_t, 3> jpeg_signature{0xFF, 0xD8, 0xFF};

bool begins_with(std::span<std::uint8_t const> file, std::span<std::uint8_t const> signature)
{
    return file.size() >= signature.size() &&
           std::ranges::equal(file.first(signature.size()), signature);
}

/// libpng's simplified reader; frees its memory on every exit.
class PngReader {
public:
    explicit PngReader(std::span<std::uint8_t const> file)
    {
        m_image.version = PNG_IMAGE_VERSION;
        check(png_image_begin_read_from_memory(&m_image, file.data(), file.size()));
        m_image.format = PNG_FORMAT_RGBA;
    }
    ~PngReader() { png_image_free(&m_image); }
    PngReader(PngReader const&) = delete;
    PngReader& operator=(PngReader const&) = delete;

    [[nodiscard]] std::size_t width() const noexcept { return m_image.width; }
    [[nodiscard]] std::size_t height() const noexcept { return m_image.height; }
    void read(std::span<std::uint8_t> pixels)
    {
        check(png_image_finish_read(&m_image, nullptr, pixels.data(), 0, nullptr));
    }

private:
    void check(int is_good)
    {
        if (is_good == 0) {
            std::string const message = m_image.message;
            png_image_free(&m_image);
            throw Error{ErrorKind::Source, "PNG: " + message};
        }
    }
    png_image m_image{};
};

void premultiply(std::span<std::uint8_t> pixels) noexcept
{
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
        for (std::size_t k = i; k < i + 3; ++k) {
            pixels[k] = multiply(pixels[k], pixels[i + 3]);
        }
    }
}

Bitmap decode_png(std::span<std::uint8_t const> file, std::size_t max_pixels)
{
    PngReader reader(file);
    if (reader.height() == 0 || reader.width() > max_pixels / reader.height()) {
        throw Error{ErrorKind::Limit, "PNG: the image is larger than allowed"};
    }
    Bitmap bitmap(static_cast<int>(reader.width()), static_cast<int>(reader.height()));
    reader.read(bitmap.pixels());
    premultiply(bitmap.pixels());
    return bitmap;
}

} // namespace

Bitmap decode(std::span<std::uint8_t const> file, std::size_t max_pixels)
{
    if (begins_with(file, png_signature)) {
        return decode_png(file, max_pixels);
    }
    if (begins_with(file, jpeg_signature)) {
        return decode_jpeg(file, max_pixels);
    }
    if (begins_with(file, gif_signature)) {
        return decode_gif(file, max_pixels);
    }
    throw Error{ErrorKind::Source, "image: neither a PNG nor a JPEG nor a GIF file"};
}

Bitmap decode_file(std::filesystem::path const& path, std::size_t max_pixels)
{
    return decode(read_file(path, largest_image_file), max_pixels);
}

} // namespace ms::image
