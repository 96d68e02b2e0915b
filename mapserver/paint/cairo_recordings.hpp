// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The recordings that a document on cairo is made of, and their end.

#include "paint/cairo_pixels.hpp"

#include <vector>

namespace ms::paint {

/// Owns every recording of a document until the document is written.
///
/// The SVG surface of cairo 1.16 takes a reference to a recording each time it writes one and
/// never gives it back. A recording given up earlier comes into the document as a copy that nobody
/// else can reach; so all are kept, and at the end whatever references are left are taken back.
/// Where cairo counts rightly, only our own is left. Out of reach are the groups that librsvg opens
/// by itself for an opacity or a mask: each written one costs 472 bytes.
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
