// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// COMPOSITE blocks for scripts, as a chain.

#include "mapfile/model/layer.hpp"
#include "script/text.hpp"

#include <memory>

namespace ms::script {

struct CompositingFilter {
    Text filter; ///< "blur(3)"
    std::shared_ptr<CompositingFilter> next;
};

struct LayerCompositer {
    int comp_op; ///< MS_COMPOP_...
    int opacity = 100;
    std::shared_ptr<CompositingFilter> filter;
    std::shared_ptr<LayerCompositer> next;

    LayerCompositer();
};

#ifndef SWIG
// For the list of a layer's attributes.
void to_script(std::shared_ptr<LayerCompositer>& script,
               std::vector<mapfile::Compositor> const& model);
/// \throws Failure{MS_MISCERR} for an operator that does not exist, or a chain without an end
bool to_model(std::shared_ptr<LayerCompositer> const& script,
              std::vector<mapfile::Compositor>& model);
#endif

} // namespace ms::script
