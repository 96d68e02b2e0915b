// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Pictures in scripts.

#include "render/picture.hpp"
#include "script/geometry.hpp"
#include "script/output_format.hpp"

namespace ms::render {
struct Viewport;
}

namespace ms::script {

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

    /// "" and NULL: to standard output.
    void save(Text const& filename, std::shared_ptr<mapObj> map = nullptr);
    [[nodiscard]] Bytes getBytes() const;
    /// Of getBytes().
    [[nodiscard]] int getSize() const;

#ifndef SWIG
    imageObj(render::Picture drawn, render::Viewport const& view,
             mapfile::OutputFormat const& output);
    render::Picture picture;
#endif
};

} // namespace ms::script
