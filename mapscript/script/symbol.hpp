// SPDX-License-Identifier: MIT
#pragma once

/// \file
/// SYMBOL, symbol sets and font sets for scripts.

#include "mapfile/model/map.hpp"
#include "script/children.hpp"
#include "script/hash_table.hpp"
#include "script/node.hpp"

#include <memory>

namespace ms::script {

struct imageObj;
struct lineObj;
struct mapObj;
struct outputFormatObj;

struct symbolObj : Node<symbolObj, mapfile::Symbol>, std::enable_shared_from_this<symbolObj> {
    Text imagepath;
    int transparentcolor = 0;
    int inmapfile = 0;
    double sizex = 0, sizey = 0; ///< of the points
    double minx = 0, miny = 0, maxx = 0, maxy = 0;

    explicit symbolObj(Text const& symbolname, Text const& imagefile = Text());

    int setPoints(lineObj const& line);
    [[nodiscard]] std::shared_ptr<lineObj> getPoints() const;
    int setImagepath(Text const& imagefile);
    /// Makes the symbol a pixmap, whose IMAGE is a data URL with the pixels as they are now.
    int setImage(imageObj const& image);
    /// The symbol's image, for SVG and pixmaps.
    [[nodiscard]] std::shared_ptr<imageObj> getImage(outputFormatObj const& input_format) const;

#ifndef SWIG
    explicit symbolObj(Blank) {}
    void complete();
#endif
};

struct symbolSetObj {
    Text filename;
    int imagecachesize = 6;

    /// An empty set, or that of a file.
    explicit symbolSetObj(Text const& symbolfile = Text());

    [[nodiscard]] std::shared_ptr<symbolObj> getSymbol(int i) const
    {
        return at_or_null(symbols, i);
    }
    /// NULL if there is neither a symbol nor an image file of that name.
    [[nodiscard]] std::shared_ptr<symbolObj> getSymbolByName(Text const& symbolname)
    {
        return getSymbol(index(symbolname));
    }
    /// -1 if there is neither a symbol nor an image file of that name.
    int index(Text const& symbolname);
    int appendSymbol(std::shared_ptr<symbolObj> symbol);
    int save(Text const& filename);
    [[nodiscard]] int get_maxsymbols() const
    {
        return rounded_up(symbols.size(), MS_SYMBOL_ALLOCSIZE);
    }

#ifndef SWIG
    Children<symbolObj> symbols;
    std::filesystem::path directory; ///< image files start here
#endif
};

struct fontSetObj {
    Text filename;
    hashTableObj fonts;
};

} // namespace ms::script
