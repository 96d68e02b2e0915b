// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The results of a query in a layer.

#include "script/geometry.hpp"

namespace ms::render {
struct PickedLayer;
}

namespace ms::script {

struct resultObj {
    long shapeindex;
    int tileindex = -1;
    int classindex = -1;
    int resultindex = -1; ///< always: there is no file of results

    explicit resultObj(long shapeindex) : shapeindex(shapeindex) {}
};

struct resultCacheObj {
    rectObj bounds;

    /// NULL beyond the ends.
    [[nodiscard]] std::shared_ptr<resultObj> getResult(int i) const
    {
        return at_or_null(results, i);
    }

#ifndef SWIG
    [[nodiscard]] int size() const
    {
        return static_cast<int>(results.size());
    }
    void add(std::shared_ptr<resultObj> result, rectObj const& box);
    std::vector<std::shared_ptr<resultObj>> results;
    /// The features, in the same order; nullptr for results that were read from a file.
    std::shared_ptr<render::PickedLayer const> picked;
#endif
};

} // namespace ms::script
