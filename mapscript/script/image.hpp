// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Images for scripts.

#include "render/core/map_image.hpp"
#include "script/geometry.hpp"
#include "script/output_format.hpp"

namespace ms::mapfile {
struct Map;
struct Size;
} // namespace ms::mapfile

namespace ms::script {

class OpenDrawing;

struct imageObj {
    int width = 0;
    int height = 0;
    double resolution = 72;
    double resolutionfactor = 1;
    Text imagepath, imageurl;
    std::shared_ptr<outputFormatObj> format;

    /// Empty, or from a file.
    imageObj(int width, int height, std::shared_ptr<outputFormatObj> format = nullptr,
             Text const& filename = Text(), double resolution = 72, double defresolution = 72);

    /// Lays an image of pixels over this one.
    /// \param opacity from 0 to 1
    int pasteImage(imageObj const& imageSrc, double opacity = 1, int dstx = 0, int dsty = 0);
    /// Under a new name in IMAGEPATH, in the current folder without one. \return its address, below
    /// IMAGEURL
    [[nodiscard]] Text saveWebImage();
    /// "" and NULL: to standard output.
    void save(Text const& filename, std::shared_ptr<mapObj> map = nullptr);
    [[nodiscard]] Bytes getBytes() const;
    /// The size of getBytes().
    [[nodiscard]] int getSize() const { return static_cast<int>(getBytes().value.size()); }

#ifndef SWIG
    /// A map that was drawn, or a piece of its furniture.
    imageObj(render::MapImage drawn, mapfile::Size size, mapfile::Map const& map,
             mapfile::OutputFormat const& output);
    ~imageObj();

    /// The image with everything drawn so far; nothing may be drawn on it while it is used.
    /// \throws Failure{MS_IMGERR} while another thread draws on it
    [[nodiscard]] render::MapImage& finished() const;
    /// The same, of an image of pixels. \throws Failure{MS_IMGERR} also for documents
    [[nodiscard]] image::Bitmap& pixels() const;
    /// Open to draw shapes on it. \throws Failure{MS_IMGERR} for documents
    [[nodiscard]] OpenDrawing& open();

    bool is_busy = false; ///< drawn on without the lock of the interpreter

private:
    void require_idle() const;

    mutable render::MapImage m_image;
    mutable std::unique_ptr<OpenDrawing> m_drawing; ///< after the image: it uses its pixels
#endif
};

} // namespace ms::script
