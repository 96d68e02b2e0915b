// SPDX-License-Identifier: MIT
#include "image/jpeg.hpp"

#include "base/error.hpp"
#include "image/encoders.hpp"
#include "image/jpeg_block.hpp"
#include "image/packing.hpp"

#include <cstdio> // jpeglib.h needs FILE
#include <jpeglib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>

namespace ms::image {

namespace {

/// Called by libjpeg on fatal errors. It is C, but Debian builds it with unwind tables (which the
/// x86-64 and AArch64 ABIs require), so the exception passes through to our caller.
[[noreturn]] void raise(j_common_ptr info)
{
    std::array<char, JMSG_LENGTH_MAX> text{};
    info->err->format_message(info, text.data());
    throw Error{ErrorKind::Source, std::string("JPEG: ") + text.data()};
}

void ignore(j_common_ptr /*info*/) {}

void set_error_handlers(jpeg_error_mgr& errors)
{
    jpeg_std_error(&errors);
    errors.error_exit = &raise;
    errors.output_message = &ignore; // warnings would go to stderr
}

struct Compression {
    Compression()
    {
        set_error_handlers(errors);
        info.err = &errors;
        jpeg_create_compress(&info);
        jpeg_mem_dest(&info, &bytes, &size);
    }
    ~Compression()
    {
        jpeg_destroy_compress(&info);
        std::free(bytes);
    }
    Compression(Compression const&) = delete;
    Compression& operator=(Compression const&) = delete;

    jpeg_error_mgr errors{};
    jpeg_compress_struct info{};
    unsigned char* bytes = nullptr;
    unsigned long size = 0;
};

/// A progressive file may repeat the whole image with every 31 bytes. Files of common encoders have
/// 10 scans, those of optimisers at most about 25.
constexpr int max_scans = 64;

/// Called by libjpeg between the rows of a scan.
void refuse_many_scans(j_common_ptr info)
{
    if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > max_scans) {
        throw Error{ErrorKind::Limit, "JPEG: the image has more scans than allowed"};
    }
}

struct Decompression {
    Decompression()
    {
        set_error_handlers(errors);
        info.err = &errors;
        jpeg_create_decompress(&info);
        progress.progress_monitor = &refuse_many_scans;
        info.progress = &progress;
    }
    ~Decompression() { jpeg_destroy_decompress(&info); }
    Decompression(Decompression const&) = delete;
    Decompression& operator=(Decompression const&) = delete;

    /// \throws Error{Source} if it is empty
    void set_source(std::span<std::uint8_t const> file)
    {
        jpeg_mem_src(&info, file.data(), static_cast<unsigned long>(file.size()));
    }

    jpeg_error_mgr errors{};
    jpeg_progress_mgr progress{};
    jpeg_decompress_struct info{};
};

void set_parameters(jpeg_compress_struct& info, BitmapView const& bitmap,
                    EncodeOptions const& options)
{
    info.image_width = static_cast<JDIMENSION>(bitmap.width);
    info.image_height = static_cast<JDIMENSION>(bitmap.height);
    info.input_components = 4;
    info.in_color_space = JCS_EXT_RGBX; // libjpeg-turbo skips the fourth byte itself
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, std::clamp(options.quality, 1, 100), TRUE);
    info.optimize_coding = has_own_tables(options) ? TRUE : FALSE;
    if (options.dpi > 0) {
        info.density_unit = 1; // dots per inch
        info.X_density = info.Y_density = static_cast<UINT16>(std::min(options.dpi, 65535));
    }
}

/// Whether the header is that of a block that can be decoded row by row.
bool read_block_header(Decompression& jpeg, JpegBlock const& block, int rows)
{
    auto& info = jpeg.info;
    if (!block.tables.empty()) {
        if (jpeg_read_header(&info, FALSE) != JPEG_HEADER_TABLES_ONLY) {
            return false;
        }
        jpeg.set_source(block.stream);
    }
    jpeg_read_header(&info, TRUE);
    info.scale_num = 1;
    info.scale_denom = static_cast<unsigned>(block.scale);
    jpeg_calc_output_dimensions(&info);
    return info.output_width == static_cast<JDIMENSION>(block.width) &&
           info.output_height >= static_cast<JDIMENSION>(rows) &&
           info.num_components == block.bands && jpeg_has_multiple_scans(&info) == FALSE;
}

void decode_rows(Decompression& jpeg, std::size_t stride, int rows, std::span<std::uint8_t> out)
{
    auto& info = jpeg.info;
    // The file says which colours these are; the block does not.
    bool const is_grey = info.num_components == 1;
    info.jpeg_color_space = is_grey ? JCS_GRAYSCALE : JCS_YCbCr;
    info.out_color_space = is_grey ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_start_decompress(&info);
    while (info.output_scanline < static_cast<JDIMENSION>(rows)) {
        auto* row = out.data() + info.output_scanline * stride;
        jpeg_read_scanlines(&info, &row, 1);
    }
}

} // namespace

bool decode_jpeg_block(JpegBlock const& block, int rows, std::span<std::uint8_t> out)
{
    try {
        Decompression jpeg;
        jpeg.set_source(block.tables.empty() ? block.stream : block.tables);
        if (!read_block_header(jpeg, block, rows)) {
            return false;
        }
        auto const stride =
            static_cast<std::size_t>(block.width) * static_cast<std::size_t>(block.bands);
        decode_rows(jpeg, stride, rows, out);
        return jpeg.errors.num_warnings == 0;
    } catch (Error const&) {
        return false;
    }
}

std::vector<std::uint8_t> encode_jpeg(BitmapView const& bitmap, EncodeOptions const& options)
{
    check_size(bitmap, "JPEG", JPEG_MAX_DIMENSION);
    Compression jpeg;
    set_parameters(jpeg.info, bitmap, options);
    jpeg_start_compress(&jpeg.info, TRUE);
    auto const stride = static_cast<std::size_t>(bitmap.width) * 4;
    while (jpeg.info.next_scanline < jpeg.info.image_height) {
        // libjpeg takes a pointer to mutable rows but only reads them.
        auto* row = const_cast<JSAMPROW>(bitmap.pixels.data() + jpeg.info.next_scanline * stride);
        jpeg_write_scanlines(&jpeg.info, &row, 1);
    }
    jpeg_finish_compress(&jpeg.info);
    return {jpeg.bytes, jpeg.bytes + jpeg.size};
}

Bitmap decode_jpeg(std::span<std::uint8_t const> file, std::size_t max_pixels)
{
    Decompression jpeg;
    jpeg.set_source(file);
    jpeg_read_header(&jpeg.info, TRUE);
    if (jpeg.info.image_height == 0 ||
        jpeg.info.image_width > max_pixels / jpeg.info.image_height) {
        throw Error{ErrorKind::Limit, "JPEG: the image is larger than allowed"};
    }
    jpeg.info.out_color_space = JCS_EXT_RGBA; // alpha 255
    jpeg_start_decompress(&jpeg.info);
    Bitmap bitmap(static_cast<int>(jpeg.info.output_width),
                  static_cast<int>(jpeg.info.output_height));
    auto const stride = static_cast<std::size_t>(bitmap.width()) * 4;
    while (jpeg.info.output_scanline < jpeg.info.output_height) {
        auto* row = bitmap.pixels().data() + jpeg.info.output_scanline * stride;
        jpeg_read_scanlines(&jpeg.info, &row, 1);
    }
    jpeg_finish_decompress(&jpeg.info);
    return bitmap;
}

} // namespace ms::image
