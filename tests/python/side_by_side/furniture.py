# SPDX-License-Identifier: MIT
"""LEGEND, SCALEBAR and REFERENCE."""
import mapscript
from scene import box, color, scene, tried


def a_legend_has_what_the_mapfile_says():
    legend = scene().legend
    return (legend.status, legend.keysizex, legend.keysizey, legend.keyspacingx, legend.keyspacingy, legend.position,
            legend.postlabelcache, legend.template, color(legend.outlinecolor), color(legend.imagecolor), legend.label.size,
            color(legend.label.color), legend.transparent, legend.height, legend.width)


def a_scale_bar_has_what_the_mapfile_says():
    bar = scene().scalebar
    return (bar.status, bar.units, bar.intervals, bar.width, bar.height, bar.style, color(bar.color), color(bar.outlinecolor),
            color(bar.backgroundcolor), color(bar.imagecolor), bar.position, bar.align, bar.transparent, bar.postlabelcache)


def a_reference_map_has_defaults():
    reference = scene().reference
    return (reference.status, reference.image, reference.width, reference.height, reference.marker, reference.markername,
            reference.markersize, reference.minboxsize, reference.maxboxsize, color(reference.color),
            color(reference.outlinecolor), box(reference.extent))


def images_of_furniture_have_sizes():
    the_map = scene()
    bar = the_map.drawScalebar()
    return bar.width, bar.format.name


def a_reference_map_without_an_image():
    return tried(lambda: scene().drawReferenceMap())


def a_legend_has_a_row_for_each_class():
    the_map = scene()
    tall = the_map.drawLegend().height
    the_map.getLayer(0).status = mapscript.MS_OFF
    return tall > the_map.drawLegend().height


def an_icon_has_its_size():
    the_map = scene()
    layer = the_map.getLayer(0)
    icon = layer.getClass(0).createLegendIcon(the_map, layer, 30, 16)
    return icon.width, icon.height


def an_icon_of_no_size():
    the_map = scene()
    layer = the_map.getLayer(0)
    return tried(lambda: layer.getClass(0).createLegendIcon(the_map, layer, 0, 0))
