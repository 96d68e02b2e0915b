// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// The common part of CLASS, LABEL and LEADER for scripts: a list of styles.

#include "script/children.hpp"
#include "script/style.hpp"

namespace ms::script {

struct StyleHolder {
    [[nodiscard]] std::shared_ptr<styleObj> getStyle(int i) const;
    int insertStyle(std::shared_ptr<styleObj> style, int index = -1);
    std::shared_ptr<styleObj> removeStyle(int index);
    int moveStyleUp(int index);
    int moveStyleDown(int index);
    [[nodiscard]] int get_numstyles() const;

#ifndef SWIG
    Children<styleObj> styles;
    Version styles_version = next_version(); ///< of the last change of the list

protected:
    ~StyleHolder() = default;
#endif
};

#ifndef SWIG
/// \return the newest version of the list and its styles
Version sync(StyleHolder& holder);
#endif

} // namespace ms::script
