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

#ifndef SWIG
    Children<styleObj> styles;
    [[nodiscard]] Version version_of_lists() const noexcept
    {
        return styles_version;
    }

protected:
    ~StyleHolder() = default;

private:
    Version styles_version = next_version(); ///< of the last change of the list
#endif
};

} // namespace ms::script
