// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Pixels of a raster for an image that stands alone, chosen as MapServer's NEAREST does.

namespace ms::raster {

/// One axis of a file in the CRS of the image: a run of whole pixels of the file, stretched over a
/// run of whole pixels of the image. Both are rounded, so that an image and a part of it show
/// different pixels; maps, which are put together of tiles, are not drawn in this way.
class StretchedAxis {
public:
    /// \param low, high the edges of the image in pixels of the file; low < high
    /// \param image, file their pixels, at least 1
    StretchedAxis(double low, double high, int image, int file) noexcept;
    /// \param image_begin, image_end where the file begins and ends in pixels of the image. Of a
    /// map of a whole file it ends at half a pixel, where rounding errors decide: those of
    /// MapServer, if these are computed as it does.
    StretchedAxis(double low, double high, int image, int file, double image_begin,
                  double image_end) noexcept;

    /// The position in the file that a pixel of the image shows; NaN beside the file.
    [[nodiscard]] double at(int pixel) const noexcept;
    /// Pixels of the file per pixel of the image.
    [[nodiscard]] double step() const noexcept { return m_step; }

private:
    int m_first = 0; ///< of the image
    int m_count = 0;
    double m_origin = 0; ///< in the file
    double m_step = 1;
};

/// One axis of a window of a file of which fewer pixels are left, those in the middle of equal
/// parts, before an image is made of them.
class ReducedAxis {
public:
    /// \param low, high the edges of the image in pixels of the file \param part pixels of the file
    /// of which one is left \param file its pixels
    ReducedAxis(double low, double high, double part, int file) noexcept;

    /// Moves a position in the file to the middle of its part; those outside the window stay.
    [[nodiscard]] double at(double position) const noexcept;
    /// Pixels of the file of which one is left; 1: all are.
    [[nodiscard]] double step() const noexcept { return m_step; }

    /// The first pixel of the window in the file.
    [[nodiscard]] double begin() const noexcept { return m_begin; }
    /// How many pixels of the file each of those that are left covers; see count_by().
    [[nodiscard]] double counted_step() const noexcept { return m_counted; }
    /// The middle of the part of the file that a position among the pixels that are left lies in;
    /// beside the window that position.
    [[nodiscard]] double in_file(double among) const noexcept;

    /// The pixels that are left, and the one of the file that the n-th is.
    [[nodiscard]] int count() const noexcept { return m_count; }
    [[nodiscard]] int pixel(int number) const noexcept;
    /// Where a position of the file lies among the pixels that are left; beside the window below 0
    /// or beyond count().
    [[nodiscard]] double among_left(double position) const noexcept;
    /// Counts the pixels that are left as if each of them covered `step` pixels of the file.
    void count_by(double step) noexcept { m_counted = step; }

private:
    [[nodiscard]] bool is_left(double among) const noexcept;

    double m_begin = 0;
    double m_end = 0;
    double m_step = 1;
    double m_counted = 1; ///< m_step, or what count_by() says
    int m_count = 0;
};

/// MapServer takes the step along x for that along y of files whose pixels are not square, and
/// for a hundredth of a side the pixels that are left for square.
void count_as_mapserver(ReducedAxis const& x, ReducedAxis& y, double pixel_width,
                        double pixel_height) noexcept;

/// By how much a level of overviews may be coarser than the pixels that are left: GDAL's choice.
inline constexpr double max_coarseness = 1.2;
/// MapServer's OVERSAMPLE_RATIO.
inline constexpr double columns_per_pixel = 2;

/// How many pixels along x of which one is left, and along y: an image is made of twice as many
/// columns as it has. At least 1. \param low, high the edges of the image, along x
/// \param oversampling columns for each of the image
[[nodiscard]] double reduced_part(double low, double high, int image,
                                  double oversampling = columns_per_pixel) noexcept;

} // namespace ms::raster
