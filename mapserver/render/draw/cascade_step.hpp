// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// Draws layers of other servers (CONNECTIONTYPE WMS).

#include "paint/canvas.hpp"
#include "render/core/services.hpp"
#include "render/draw/cascade_view.hpp"
#include "render/plan/plan_state.hpp"
#include "source/remote/client.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace ms::render {

/// Fetches the images of all cascaded layers of a map concurrently. Consecutive layers of one
/// server are requested as one image if they differ only in names and styles and their pixels need
/// no further processing.
class CascadedImages {
public:
    /// Sends the requests. \throws LayerError when a layer is not configured correctly
    CascadedImages(PlanState const& plan, Services const& services);

    /// Waits for the image of a step and draws it; steps whose layers are part of another's image
    /// draw nothing. A failed layer is left out and logged, unless wms_essential makes the map
    /// fail.
    /// \throws LayerError, Error{Limit}
    void draw(VectorStep const& step, paint::Canvas& canvas);

    /// Whether a layer was left out: the image must not be cached.
    [[nodiscard]] bool is_incomplete() const noexcept { return m_is_incomplete; }

private:
    struct Image {
        VectorStep const* step = nullptr; ///< the first of its layers
        source::wms::Server server;
        std::optional<CascadeView> view; ///< nothing: there is nothing to see
        std::unique_ptr<source::remote::Pending> pending;
    };

    void add(VectorStep const& step, VectorStep const* before);
    void start(Image& image);
    void draw_image(Image const& image, paint::Canvas& canvas);

    PlanState const& m_plan;
    Services const& m_services;
    std::vector<Image> m_images;
    bool m_is_incomplete = false;
};

/// Draws one layer separately: a mask. \throws as CascadedImages::draw()
void draw_cascaded_step(PlanState const& plan, VectorStep const& step, Services const& services,
                        paint::Canvas& canvas);

/// Whether a layer may come together with the one drawn before it.
[[nodiscard]] bool is_drawn_alike(VectorStep const& a, VectorStep const& b);

} // namespace ms::render
