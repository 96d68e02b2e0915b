// SPDX-License-Identifier: MIT
// encoders PICTURE.png ... : encodes each with every format that maps are asked for, and prints a
// line "image;format;ms;bytes;psnr" for each; milliseconds of processor time, PSNR in dB against
// the image, "inf" when nothing is lost.
// encoders --floor PICTURE.png ... : prints "image;ms", what the pixels alone cost.
#include "base/memory.hpp"
#include "image/decode.hpp"
#include "image/encoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <span>

namespace {

using namespace ms;

struct Variant {
    std::string_view name;   ///< of the row
    std::string_view format; ///< of the encoder
    image::EncodeOptions options;
};

std::array<Variant, 10> variants()
{
    return {{{"PNG24", "PNG", {}},
             {"PNG24 COMPRESSION=1", "PNG", {.compression = 1}},
             {"PNG24 COMPRESSION=9", "PNG", {.compression = 9}},
             {"PNG24 IDLE", "PNG", {.effort = image::Effort::Sent}},
             {"PNG32", "PNG", {.has_alpha = true}},
             {"PNG8", "PNG8", {}},
             {"PNG8 COMPRESSION=1", "PNG8", {.compression = 1}},
             {"PNG8 IDLE", "PNG8", {.effort = image::Effort::Sent}},
             {"JPEG", "JPEG", {}},
             {"WEBP", "WEBP", {}}}};
}

/// Processor time of this thread, in milliseconds: others may use the machine, too.
double processor_time()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

/// The median of as many runs as fit into a fifth of a second, at least three; milliseconds.
template <typename Work>
double median_time(Work const& work)
{
    constexpr double patience_ms = 200;
    std::vector<double> times;
    double const start = processor_time();
    while (times.size() < 3 || processor_time() - start < patience_ms) {
        double const begin = processor_time();
        [[maybe_unused]] auto const made = work();
        times.push_back(processor_time() - begin);
    }
    std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
    return times[times.size() / 2];
}

/// Peak signal to noise ratio over red, green and blue.
double psnr(image::BitmapView const& one, image::BitmapView const& other)
{
    double squares = 0;
    for (std::size_t i = 0; i < one.pixels.size(); ++i) {
        double const difference =
            i % 4 == 3 ? 0.0 : static_cast<double>(one.pixels[i] - other.pixels[i]);
        squares += difference * difference;
    }
    double const mean = squares / (static_cast<double>(one.pixels.size()) * 3 / 4);
    return 10 * std::log10(255.0 * 255.0 / mean); // infinite for equal images
}

void measure(std::filesystem::path const& path)
{
    auto const bitmap = image::decode_file(path);
    for (auto const& variant : variants()) {
        auto const* const encoder = image::find_encoder(variant.format);
        if (encoder == nullptr) {
            continue; // not in this build
        }
        auto const file = encoder->encode(bitmap.view(), variant.options);
        // WebP files are not decoded again: only formats that we read are compared.
        bool const is_read = variant.format != "WEBP";
        auto const quality =
            is_read ? fmt::format("{:.2f}", psnr(bitmap.view(), image::decode(file).view()))
                    : std::string{"-"};
        fmt::print("{};{};{:.3f};{};{}\n", path.filename().string(), variant.name,
                   median_time([&] { return encoder->encode(bitmap.view(), variant.options); }),
                   file.size(), quality);
        std::fflush(stdout);
    }
}

/// What no map of these pixels can go below: clearing them, writing them as rows, the checksums,
/// and ISA-L, which is the fastest packer there is.
void measure_floor(std::filesystem::path const& path)
{
    auto const bitmap = image::decode_file(path);
    image::Bitmap cleared(bitmap.width(), bitmap.height());
    auto const& png = *image::find_encoder("PNG");
    auto const clear_and_encode = [&] {
        std::ranges::fill(cleared.pixels(), std::uint8_t{255});
        return png.encode(bitmap.view(), {.compression = 1}).size();
    };
    fmt::print("{};{:.3f}\n", path.filename().string(), median_time(clear_and_encode));
}

} // namespace

int main(int argc, char** argv)
{
    keep_freed_memory(); // as the server does
    try {
        auto const words = std::span{argv, static_cast<std::size_t>(argc)}.subspan(1);
        bool const is_floor = !words.empty() && std::string_view{words[0]} == "--floor";
        for (auto const* const path : words.subspan(is_floor ? 1 : 0)) {
            is_floor ? measure_floor(path) : measure(path);
        }
    } catch (std::exception const& error) {
        fmt::print(stderr, "encoders: {}\n", error.what());
        return 1;
    }
    return 0;
}
