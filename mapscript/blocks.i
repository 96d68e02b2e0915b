// SPDX-License-Identifier: MIT
// What classes have in common: they are copied, written and read as text, count their children, and have expressions.

%{
#include "script/children.hpp"
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

%define %ms_cloned(Class)
%extend ms::script::Class {
    std::shared_ptr<ms::script::Class> clone() { return ms::script::copy_of(*$self); }
}
%enddef

// "STYLE ... END"; Routine is named in errors.
%define %ms_text(Class, Routine)
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
        return ms::script::set_expression(*$self, $self->node.block.argument, argument, #Setter "()");
    }
    ms::script::Text Getter() { return ms::script::text_of($self->node.block.argument); }
}
%enddef

// PROJECTION as a text.
%define %ms_projected(Class)
%extend ms::script::Class {
    int setProjection(ms::script::Text const& proj4)
    {
        ms::script::set_projection($self->node.block.projection, proj4);
        $self->node.touch();
        return ms::script::MS_SUCCESS;
    }
    int setWKTProjection(ms::script::Text const& wkt)
    {
        ms::script::set_wkt_projection($self->node.block.projection, wkt);
        $self->node.touch();
        return ms::script::MS_SUCCESS;
    }
    ms::script::Text getProjection()
    {
        return ms::script::projection_text($self->node.block.projection.arguments);
    }
}
%enddef

%ms_cloned(classObj)
%ms_cloned(labelObj)
%ms_cloned(styleObj)

%ms_text(classObj, "msUpdateClassFromString()")
%ms_text(clusterObj, "msUpdateClusterFromString()")
%ms_text(labelObj, "msUpdateLabelFromString()")
%ms_text(layerObj, "msUpdateLayerFromString()")
%ms_text(legendObj, "msUpdateLegendFromString()")
%ms_text(queryMapObj, "msUpdateQueryMapFromString()")
%ms_text(referenceMapObj, "msUpdateReferenceMapFromString()")
%ms_text(scalebarObj, "msUpdateScalebarFromString()")
%ms_text(styleObj, "msUpdateStyleFromString()")
%ms_text(webObj, "msUpdateWebFromString()")

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
%ms_count(layerObj, numjoins, node.block.joins)
%ms_count(layerObj, numprocessing, node.block.processing)
%ms_count(lineObj, numpoints, points)
%ms_count(mapObj, numlayers, layers)
%ms_count(mapObj, numoutputformats, formats)
%ms_count(outputFormatObj, numformatoptions, node.block.options.entries)
%ms_count(projectionObj, numargs, arguments)
%ms_count(resultCacheObj, numresults, results)
%ms_count(shapeObj, numlines, lines)
%ms_count(shapeObj, numvalues, values)
%ms_count(styleObj, patternlength, pattern)
%ms_count(symbolObj, numpoints, node.block.points)
%ms_count(symbolSetObj, numsymbols, symbols)

%ms_counts_references(classObj)
%ms_counts_references(labelObj)
%ms_counts_references(layerObj)
%ms_counts_references(mapObj)
%ms_counts_references(styleObj)
%ms_counts_references(symbolObj)
