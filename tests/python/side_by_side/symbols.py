# SPDX-License-Identifier: MIT
"""Symbols, symbol sets and fonts."""
import mapscript
from scene import FOLDER, color, points, scene, tried


def a_new_symbol_has_defaults():
    symbol = mapscript.symbolObj("x")
    return (symbol.name, symbol.type, symbol.filled, symbol.sizex, symbol.sizey, symbol.numpoints, symbol.font,
            symbol.character, symbol.imagepath, symbol.anchorpoint_x, symbol.anchorpoint_y, symbol.transparent,
            symbol.transparentcolor, symbol.inmapfile, symbol.minx, symbol.maxx)


def a_symbol_of_a_mapfile():
    symbol = scene().symbolset.getSymbolByName("star")
    return symbol.name, symbol.type, symbol.filled, symbol.numpoints, symbol.inmapfile, round(symbol.maxx, 3)


def points_of_a_symbol():
    symbol = mapscript.symbolObj("x")
    line = mapscript.lineObj()
    for corner in ((0, 0), (3, 0), (3, 4)):
        line.add(mapscript.pointObj(*corner))
    count = symbol.setPoints(line)
    return count, symbol.numpoints, points(symbol.getPoints()), symbol.sizex, symbol.sizey


def symbols_are_appended_and_removed():
    the_map = scene()
    symbol = mapscript.symbolObj("new")
    place = the_map.symbolset.appendSymbol(symbol)
    found = the_map.symbolset.getSymbolByName("new").name, the_map.symbolset.index("new"), the_map.getSymbolByName("new")
    gone = the_map.symbolset.removeSymbol(place)
    return place, found, gone.name, the_map.symbolset.numsymbols, the_map.getNumSymbols()


def symbols_that_are_not_there():
    symbols = scene().symbolset
    return (symbols.index("none"), symbols.getSymbol(99), symbols.getSymbolByName("none"), tried(lambda: symbols.removeSymbol(99)),
            tried(lambda: scene().getSymbolByName("none")))


def a_symbol_set_by_itself():
    symbols = mapscript.symbolSetObj()
    return symbols.numsymbols, symbols.filename, symbols.getSymbol(0).name


def a_symbol_set_is_written_and_read():
    the_map = scene()
    path = str(FOLDER / "symbols.sym")
    done = the_map.symbolset.save(path)
    symbols = mapscript.symbolSetObj(path)
    return done, symbols.numsymbols, symbols.getSymbolByName("star").numpoints, tried(lambda: mapscript.symbolSetObj("/nonexistent"))


def a_map_takes_a_symbol_set():
    the_map = scene()
    path = str(FOLDER / "other.sym")
    the_map.symbolset.save(path)
    other = mapscript.mapObj()
    return other.setSymbolSet(path), other.symbolset.numsymbols, other.getNumSymbols()


def a_style_takes_a_symbol_by_name():
    the_map = scene()
    style = mapscript.styleObj()
    index = style.setSymbolByName(the_map, "star")
    return index, style.symbol, style.symbolname, style.setSymbolByName(the_map, "none"), style.symbol, style.symbolname


def a_style_takes_a_symbol_by_number():
    the_map = scene()
    style = the_map.getLayer(0).getClass(0).getStyle(0)
    style.symbol = the_map.symbolset.index("dot")
    again = mapscript.fromstring(the_map.convertToString())
    return style.symbol, again.getLayer(0).getClass(0).getStyle(0).symbolname


def references_of_symbols_are_counted():
    the_map = scene()
    symbol = mapscript.symbolObj("new")
    before = symbol.refcount
    the_map.symbolset.appendSymbol(symbol)
    return before, symbol.refcount


def fonts_of_a_map():
    the_map = scene()
    before = the_map.fontset.numfonts, the_map.fontset.filename
    the_map.fontset.fonts.set("x", "/nonexistent.ttf")
    return before, the_map.fontset.fonts.get("x")


def a_symbol_drawn_by_number_is_that_of_its_name():
    the_map = scene()
    layer = the_map.getLayer(1)
    style = layer.getClass(0).getStyle(0)
    return style.symbol == the_map.symbolset.index("dot"), color(style.color)


def a_pixmap_that_is_missing():
    symbol = mapscript.symbolObj("x")
    return tried(lambda: symbol.setImagepath("/nonexistent.png")), tried(lambda: mapscript.symbolObj("x", "/nonexistent.png").name)
