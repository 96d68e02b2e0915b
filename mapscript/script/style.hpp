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

    styleObj();

    [[nodiscard]] std::shared_ptr<styleObj> clone() const;
    int updateFromString(Text const& snippet);
    [[nodiscard]] Text convertToString();
    int setSymbolByName(mapObj& map, Text const& symbolname);
    void setGeomTransform(Text const& transform);
    [[nodiscard]] Text getGeomTransform() const;
    [[nodiscard]] int get_patternlength() const;
    [[nodiscard]] int get_refcount() const;

#ifndef SWIG
    explicit styleObj(mapfile::Style block);
    Node<mapfile::Style> node;

private:
    BindingTexts texts_of(int binding) override;
    BindingTexts computed(int binding) override;
    void touch_node() noexcept override
    {
        node.touch();
    }
#endif
};

#ifndef SWIG
/// Updates the block. \return the version of the part with all its children
Version sync(styleObj& style);
/// The block with those of the children, after sync().
[[nodiscard]] mapfile::Style compose(styleObj const& style);
/// Takes a block apart into attributes and children.
void lift(styleObj& style, mapfile::Style block);
#endif

} // namespace ms::script
