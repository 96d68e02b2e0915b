// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// STYLE for scripts.

#include "mapfile/model/style.hpp"
#include "script/binding.hpp"
#include "script/color.hpp"
#include "script/node.hpp"

#include <memory>

namespace ms::script {

struct mapObj;

struct styleObj final : BindingHolder, std::enable_shared_from_this<styleObj> {
    colorObj color;
    colorObj outlinecolor;
    int opacity;
    int symbol;      ///< number in the map's symbol set
    Text symbolname; ///< set by setSymbolByName()
    double size, minsize, maxsize;
    double width, minwidth, maxwidth, outlinewidth;
    double angle;
    int autoangle;
    double offsetx, offsety, polaroffsetpixel, polaroffsetangle;
    double gap, initialgap;
    int linecap, linejoin;
    double linejoinmaxsize;
    int antialiased;
    Text rangeitem;
    int rangeitemindex = 0;
    colorObj mincolor, maxcolor;
    double minvalue, maxvalue;
    double minscaledenom, maxscaledenom;
    int sizeunits = -1;
    std::vector<double> pattern;

    styleObj() : styleObj(mapfile::Style{}) {}

    int setSymbolByName(mapObj& map, Text const& symbolname);
    void setGeomTransform(Text const& transform);
    [[nodiscard]] Text getGeomTransform() const;

#ifndef SWIG
    explicit styleObj(mapfile::Style block)
    {
        lift(*this, std::move(block));
    }
    Node<mapfile::Style> node;

private:
    std::vector<Binding> bindings() override;
    void touch_node() noexcept override
    {
        node.touch();
    }
#endif
};

#ifndef SWIG
extern template struct Exchange<styleObj>;
#endif

} // namespace ms::script
