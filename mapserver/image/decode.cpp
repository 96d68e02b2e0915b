// SPDX-License-Identifier: MIT
#include "image/decode.hpp"

#include "base/error.hpp"
#include "image/blend.hpp"
#include "image/jpeg.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>

namespace ms::image {

namespace {

constexpr std::array<std::uint8_t, 4> png_signature{0x89, 'P', 'N', 'G'};
constexpr std::array<std::uint8_t, 3> jpeg_signature{0xFF, 0xD8, 0xFF};

bool begins_with(std::span<std::uint8_t const> file, std::span<std::uint8_t const> signature)
{
    return file.size() >= signature.size() &&
           std::ranges::equal(file.first(signature.size()), signature);
}

/// libpng's simplified reader; what it owns is freed on every way out.
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

Bitmap decode_png(std::span<std::uint8_t const> file, std::size_t most_pixels)
{
    PngReader reader(file);
    if (reader.height() == 0 || reader.width() > most_pixels / reader.height()) {
        throw Error{ErrorKind::Limit, "PNG: the image is larger than allowed"};
    }
    Bitmap bitmap(static_cast<int>(reader.width()), static_cast<int>(reader.height()));
    reader.read(bitmap.pixels());
    premultiply(bitmap.pixels());
    return bitmap;
}

} // namespace

Bitmap decode(std::span<std::uint8_t const> file, std::size_t most_pixels)
{
    if (begins_with(file, png_signature)) {
        return decode_png(file, most_pixels);
    }
    if (begins_with(file, jpeg_signature)) {
        return decode_jpeg(file, most_pixels);
    }
    throw Error{ErrorKind::Source, "image: neither a PNG nor a JPEG file"};
}

Bitmap decode_file(std::filesystem::path const& path, std::size_t most_pixels)
{
    constexpr std::uintmax_t largest_file = 16U << 20U;
    std::error_code failure;
    auto const size = std::filesystem::file_size(path, failure);
    if (failure) {
        throw Error{ErrorKind::Source, failure.message()};
    }
    if (size > largest_file) {
        throw Error{ErrorKind::Limit, "the file is too large"};
    }
    std::vector<std::uint8_t> bytes(size);
    std::ifstream in{path, std::ios::binary};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): how streams take bytes
    if (!in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size))) {
        throw Error{ErrorKind::Source, "the file cannot be read"};
    }
    return decode(bytes, most_pixels);
}

} // namespace ms::image
