// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Colours raster layers: from the values of bands to pixels.

#include "base/deadline.hpp"
#include "mapfile/model/layer.hpp"
#include "raster/band.hpp"
#include "raster/color_rows.hpp"
#include "style/class_index.hpp"
#include "style/color_range.hpp"
#include "style/raster_processing.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ms::style {

/// Whether classes colour the values: one has an EXPRESSION, or a style a COLORRANGE.
[[nodiscard]] bool is_classified(mapfile::Layer const& layer) noexcept;

/// The result of a query for a pixel.
struct PixelFacts {
    bool is_found =
        false; ///< false: NODATA, masked, an invisible entry of a palette or of no class
    std::int32_t class_index = -1; ///< into Layer::classes; -1: the layer has no classes of values
    /// COLOR of the class's first style, else of the palette, else the values cut to 0..255;
    /// nothing where that style has no COLOR.
    std::optional<image::Color> color;
};

/// The colouring of one file of a layer. The colour of a value does not depend on the view. Belongs
/// to one thread.
class RasterColors {
public:
    /// \param layer, processing, classes must outlive the object; processing is that of the layer
    /// \param range provides the ranges of SCALE=AUTO
    /// \throws PublicError{BadMapfile} for PROCESSING that does not fit the file
    RasterColors(mapfile::Layer const& layer, RasterProcessing const& processing,
                 ClassSelection const& classes, raster::Header const& header,
                 RangeOfBand const& range);

    /// Checked while classes are found for values. \param deadline must outlive the object
    void set_deadline(Deadline const& deadline) noexcept { m_deadline = &deadline; }

    /// The bands to read, from 1.
    [[nodiscard]] std::vector<int> const& bands() const noexcept { return m_bands; }
    /// Whether their samples are to be read as bytes; else as numbers.
    [[nodiscard]] bool reads_bytes() const noexcept { return m_reads_bytes; }
    /// Whether the mask of the dataset determines the drawn pixels.
    [[nodiscard]] bool uses_mask() const noexcept { return m_uses_mask; }

    /// Memory of cached results for values, bytes; paint() changes it.
    [[nodiscard]] std::size_t kept_bytes() const noexcept;

    /// \throws Error{Limit} after the deadline
    /// \param samples band after band, n each \param mask n bytes, 0: not drawn; empty: no mask
    /// \param out n premultiplied RGBA pixels
    void paint(std::span<std::uint8_t const> samples, std::span<std::uint8_t const> mask,
               std::span<std::uint8_t> out);
    void paint(std::span<double const> samples, std::span<std::uint8_t const> mask,
               std::span<std::uint8_t> out);

    /// Whether every pixel that is read is drawn, and opaque: color_bands() has it.
    [[nodiscard]] bool are_opaque() const noexcept
    {
        return m_mode == Mode::Colors && m_reads_bytes && !m_uses_mask && are_colors();
    }
    /// Samples that are colours as they are, for raster::draw_row().
    /// \param samples band after band; must outlive the result
    [[nodiscard]] raster::ColorBands
    color_bands(std::span<std::uint8_t const> samples) const noexcept;

    /// \param samples, mask as paint()'s, of all bands() as numbers
    /// \returns n entries
    [[nodiscard]] std::vector<PixelFacts> describe(std::span<double const> samples,
                                                   std::span<std::uint8_t const> mask);

private:
    enum class Mode : std::uint8_t {
        Table,  ///< bytes of one band that classes or a palette colour
        Values, ///< numbers of one band that classes colour
        Colors, ///< grey or RGB
    };

    void fill_table(raster::Band const& band);
    /// What classes compare: of bytes what SCALE and LUT make of them, as in MapServer; of other
    /// numbers themselves or, with CLASSIFY_SCALED, their buckets. NaN: beside SCALE, not drawn.
    [[nodiscard]] double class_value(double value) const;
    void set_buckets(raster::Band const& first, RangeOfBand const& range);
    [[nodiscard]] image::Color corrected(image::Color color) const noexcept;
    [[nodiscard]] PixelFacts facts_of(std::span<double const> samples, std::size_t count,
                                      std::size_t at) const;
    /// Into Layer::classes, or -1.
    [[nodiscard]] std::vector<std::int32_t> classes_of(std::span<double const> values,
                                                       std::vector<image::Color> const& own);
    [[nodiscard]] std::vector<image::Color> classified(std::span<double const> values,
                                                       std::vector<image::Color> const& own);
    [[nodiscard]] image::Color color_of(mapfile::Class const& drawn_class, double value,
                                        image::Color own) const;
    [[nodiscard]] std::uint8_t byte_of(double value, std::size_t color) const;
    template <typename Sample>
    void paint_colors(std::span<Sample const> samples, std::size_t count,
                      std::span<std::uint8_t> out) const;
    /// Whether bytes of grey or RGB are colours as they are, all of them drawn.
    [[nodiscard]] bool are_colors() const noexcept;
    template <typename Sample>
    [[nodiscard]] bool is_no_data(std::span<Sample const> samples, std::size_t count,
                                  std::size_t at) const;
    void paint_values(std::span<double const> samples, std::span<std::uint8_t> out);
    void learn_values(std::span<double const> samples);

    Deadline const* m_deadline = nullptr; ///< null: unlimited
    mapfile::Layer const& m_layer;
    RasterProcessing const& m_processing;
    ColorSpace m_color_space; ///< of COLORRANGE
    ClassSelection const& m_classes;
    std::vector<std::string> m_fields;
    ClassIndex m_index;
    std::vector<int> m_bands;
    std::vector<std::optional<double>> m_no_data;
    std::vector<std::optional<ScaleRange>> m_scales;
    std::size_t m_colors = 1; ///< bands that are not alpha
    bool m_has_alpha = false;
    bool m_reads_bytes = true;
    bool m_uses_mask = false;
    bool m_is_classified = false;
    std::array<std::uint8_t, 256> m_gamma{}; ///< of a colour; GAMMA
    std::vector<image::Color> m_palette;     ///< of the one band; empty: no palette
    Mode m_mode = Mode::Colors;
    std::optional<ScaleRange> m_class_range; ///< of Mode::Values: others are not drawn
    double m_buckets = 0;                    ///< into which it is divided; 0: not
    std::vector<image::Color> m_table;       ///< of Mode::Table, by value
    std::unordered_map<double, image::Color> m_known_values; ///< of Mode::Values
};

} // namespace ms::style
