// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Owns the recordings of a cairo document, and releases them.

#include "paint/cairo_pixels.hpp"

#include <vector>

namespace ms::paint {

/// Owns every recording of a document until the document is written.
///
/// The SVG surface of cairo 1.16 takes a reference to a recording each time it writes one and never
/// releases it. A recording released earlier goes into the document as an unreachable copy; so all
/// are kept alive, and the remaining references are released at the end. If cairo counts correctly,
/// only ours remains. The groups that librsvg opens itself for an opacity or a mask are
/// unreachable: each written one leaks 472 bytes.
class Recordings {
public:
    Recordings() = default;
    Recordings(Recordings const&) = delete;
    Recordings& operator=(Recordings const&) = delete;
    ~Recordings();

    /// \returns one more reference, which must be gone before the recordings go
    [[nodiscard]] Surface create(int width, int height);

    /// Owns the other's recordings as well.
    void take(Recordings& other);

private:
    std::vector<_cairo_surface*> m_surfaces;
};

} // namespace ms::paint
