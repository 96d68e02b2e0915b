// SPDX-License-Identifier: MIT
// What classes have in common: they are copied, written and read as text, count their children, and have expressions.

%{
#include "crs/proj_arguments.hpp"
#include "mapfile/expression_text.hpp"
#include "script/children.hpp"
#include "script/shape_operations.hpp"
#include "script/snippet.hpp"
%}

// How many an object has in one of its lists.
%define %ms_count(Class, Name, list)
%immutable ms::script::Class::Name;
%extend ms::script::Class { int Name; }
%{
static int ms_script_##Class##_##Name##_get(ms::script::Class* self)
{
    return static_cast<int>(self->list.size());
}
%}
%enddef

// Lists of children, with the routines that errors name.
%define %ms_child_got(Class, Getter, Child, list)
%extend ms::script::Class {
    std::shared_ptr<ms::script::Child> Getter(int i) const { return $self->list.child(i, #Getter "()"); }
}
%enddef
%define %ms_child_removed(Class, Remover, Child, list)
%extend ms::script::Class {
    std::shared_ptr<ms::script::Child> Remover(int index) { return $self->list.remove(index, #Remover "()"); }
}
%enddef
%define %ms_children_moved(Class, Up, Down, list)
%extend ms::script::Class {
    int Up(int index) { return $self->list.move(index, -1, #Up "()"); }
    int Down(int index) { return $self->list.move(index, 1, #Down "()"); }
}
%enddef

// The references to an object, which scripts hold with their own.
%define %ms_counts_references(Class)
%immutable ms::script::Class::refcount;
%extend ms::script::Class { int refcount; }
%{
static int ms_script_##Class##_refcount_get(ms::script::Class* self)
{
    return static_cast<int>(self->weak_from_this().use_count());
}
%}
%enddef

// In a map, or in none.
%define %ms_in_map(Class)
%extend ms::script::Class {
    std::shared_ptr<ms::script::mapObj> get_map() const { return $self->parent.lock(); }
}
%enddef

%define %ms_cloned(Class)
%extend ms::script::Class {
    std::shared_ptr<ms::script::Class> clone() { return ms::script::copy_of(*$self); }
}
%enddef

// "STYLE ... END"; Routine is named in errors.
%define %ms_written(Class, Routine)
%extend ms::script::Class {
    int updateFromString(ms::script::Text const& snippet)
    {
        return ms::script::update_from_string(*$self, snippet, Routine);
    }
    ms::script::Text convertToString() { return ms::script::text_of(*$self); }
}
%enddef

%define %ms_expression(Class, Setter, Getter, argument)
%extend ms::script::Class {
    int Setter(ms::script::Text const& argument)
    {
        return ms::script::set_expression(*$self, $self->block.argument, argument, #Setter "()");
    }
    ms::script::Text Getter() { return ms::script::text_or_null(ms::mapfile::text_of($self->block.argument)); }
}
%enddef

// PROJECTION as a text.
%define %ms_projected(Class)
%extend ms::script::Class {
    int setProjection(ms::script::Text const& proj4)
    {
        ms::script::set_projection($self->block.projection, proj4);
        $self->touch();
        return ms::script::MS_SUCCESS;
    }
    int setWKTProjection(ms::script::Text const& wkt)
    {
        ms::script::set_wkt_projection($self->block.projection, wkt);
        $self->touch();
        return ms::script::MS_SUCCESS;
    }
    ms::script::Text getProjection()
    {
        return ms::crs::text_of_arguments($self->block.projection.arguments);
    }
}
%enddef

// project(from, to) takes two CRSs; or the pair of them.
%define %ms_projects(Class)
%extend ms::script::Class {
    int project(ms::script::reprojectionObj const& reprojector)
    {
        return $self->project(reprojector.from, reprojector.to);
    }
}
%enddef

// -1 when the shapes cannot be compared.
%define %ms_relation(Name, kind)
%extend ms::script::shapeObj {
    int Name(ms::script::shapeObj const& shape) const
    {
        return ms::script::relates(ms::geometry::Relation::kind, *$self, shape);
    }
}
%enddef

%define %ms_of_shape(Name, operation)
%extend ms::script::shapeObj {
    std::shared_ptr<ms::script::shapeObj> Name() const
    {
        return ms::script::shape_of(*$self, &ms::geometry::ShapeOperations::operation);
    }
}
%enddef

%define %ms_of_shape_and_length(Name, length, operation, Routine)
%extend ms::script::shapeObj {
    std::shared_ptr<ms::script::shapeObj> Name(double length) const
    {
        return ms::script::shape_of_length(*$self, &ms::geometry::ShapeOperations::operation, length, Routine);
    }
}
%enddef

%define %ms_of_two_shapes(Name, operation)
%extend ms::script::shapeObj {
    std::shared_ptr<ms::script::shapeObj> Name(ms::script::shapeObj const& shape) const
    {
        return ms::script::shape_of_two(*$self, shape, &ms::geometry::ShapeOperations::operation);
    }
}
%enddef

// What the library does not support: calling it reports that.
%extend ms::script::layerObj {
    ms::script::Text executeWFSGetFeature(ms::script::layerObj& layer)
    {
        throw ms::script::Failure{ms::script::MS_MISCERR, "msWFSExecuteGetFeature()",
                                  "Layers of CONNECTIONTYPE WFS are not supported."};
    }
    ms::script::Text getWMSFeatureInfoURL(ms::script::mapObj& map, int click_x, int click_y,
                                          int feature_count, ms::script::Text const& infoFormat)
    {
        throw ms::script::Failure{ms::script::MS_MISCERR, "msWMSGetFeatureInfoURL()",
                                  "Layers of CONNECTIONTYPE WMS are not supported."};
    }
}

%ms_in_map(layerObj)
%ms_in_map(legendObj)
%ms_in_map(queryMapObj)
%ms_in_map(referenceMapObj)
%ms_in_map(webObj)

%ms_child_got(StyleHolder, getStyle, styleObj, styles)
%extend ms::script::StyleHolder {
    int insertStyle(std::shared_ptr<ms::script::styleObj> style, int index = -1)
    {
        return $self->styles.add(std::move(style), index, "insertStyle()");
    }
}
%ms_child_removed(StyleHolder, removeStyle, styleObj, styles)
%ms_children_moved(StyleHolder, moveStyleUp, moveStyleDown, styles)
%ms_child_got(classObj, getLabel, labelObj, labels)
%extend ms::script::classObj {
    int addLabel(std::shared_ptr<ms::script::labelObj> label)
    {
        $self->labels.add(std::move(label), -1, "addLabel()");
        return ms::script::MS_SUCCESS;
    }
}
%ms_child_removed(classObj, removeLabel, labelObj, labels)
%ms_children_moved(layerObj, moveClassUp, moveClassDown, classes)
%ms_child_removed(symbolSetObj, removeSymbol, symbolObj, symbols)

%ms_cloned(classObj)
%ms_cloned(labelObj)
%ms_cloned(styleObj)

%ms_written(classObj, "msUpdateClassFromString()")
%ms_written(clusterObj, "msUpdateClusterFromString()")
%ms_written(labelObj, "msUpdateLabelFromString()")
%ms_written(layerObj, "msUpdateLayerFromString()")
%ms_written(legendObj, "msUpdateLegendFromString()")
%ms_written(queryMapObj, "msUpdateQueryMapFromString()")
%ms_written(referenceMapObj, "msUpdateReferenceMapFromString()")
%ms_written(scalebarObj, "msUpdateScalebarFromString()")
%ms_written(styleObj, "msUpdateStyleFromString()")
%ms_written(webObj, "msUpdateWebFromString()")

%ms_expression(classObj, setExpression, getExpressionString, expression)
%ms_expression(classObj, setText, getTextString, text)
%ms_expression(clusterObj, setFilter, getFilterString, filter)
%ms_expression(clusterObj, setGroup, getGroupString, group)
%ms_expression(labelObj, setExpression, getExpressionString, expression)
%ms_expression(labelObj, setText, getTextString, text)
%ms_expression(layerObj, setFilter, getFilterString, filter)

%ms_projected(layerObj)
%ms_projected(mapObj)

%ms_count(StyleHolder, numstyles, styles)
%ms_count(classObj, numlabels, labels)
%ms_count(fontSetObj, numfonts, fonts.map.entries)
%ms_count(hashTableObj, numitems, map.entries)
%ms_count(layerObj, numclasses, classes)
%ms_count(layerObj, numjoins, block.joins)
%ms_count(layerObj, numprocessing, block.processing)
%ms_count(lineObj, numpoints, points)
%ms_count(mapObj, numlayers, layers)
%ms_count(mapObj, numoutputformats, formats)
%ms_count(outputFormatObj, numformatoptions, block.options.entries)
%ms_count(projectionObj, numargs, model.arguments)
%ms_count(resultCacheObj, numresults, results)
%ms_count(shapeObj, numlines, lines)
%ms_count(shapeObj, numvalues, values)
%ms_count(styleObj, patternlength, block.pattern)
%ms_count(symbolObj, numpoints, block.points)
%ms_count(symbolSetObj, numsymbols, symbols)

%ms_counts_references(classObj)
%ms_counts_references(labelObj)
%ms_counts_references(layerObj)
%ms_counts_references(mapObj)
%ms_counts_references(styleObj)
%ms_counts_references(symbolObj)

%ms_projects(lineObj)
%ms_projects(pointObj)
%ms_projects(rectObj)
%ms_projects(shapeObj)

%ms_relation(contains, Contains)
%extend ms::script::shapeObj {
    int contains(ms::script::pointObj const& point) const { return ms::script::contains(*$self, point); }
}
%ms_relation(crosses, Crosses)
%ms_relation(disjoint, Disjoint)
%ms_relation(equals, Equals)
%ms_relation(intersects, Intersects)
%ms_relation(overlaps, Overlaps)
%ms_relation(touches, Touches)
%ms_relation(within, Within)

%ms_of_shape(boundary, append_boundary)
%ms_of_shape(convexHull, append_convex_hull)
%ms_of_shape_and_length(buffer, width, append_buffer, "msGEOSBuffer()")
%ms_of_shape_and_length(simplify, tolerance, append_simplified, "msGEOSSimplify()")
%ms_of_shape_and_length(topologyPreservingSimplify, tolerance, append_simplified_validly, "msGEOSTopologyPreservingSimplify()")
%ms_of_two_shapes(Union, append_union)
%ms_of_two_shapes(difference, append_difference)
%ms_of_two_shapes(intersection, append_intersection)
%ms_of_two_shapes(symDifference, append_symmetric_difference)
