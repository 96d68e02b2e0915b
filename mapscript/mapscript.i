// SPDX-License-Identifier: MIT
// What scripts see of the library, for every language that SWIG knows. What depends on the language
// is in language.i of the language's folder, what its objects have beyond that in additions.i.
%module mapscript

%{
#include "script/color.hpp"
#include "script/compositor.hpp"
#include "script/config.hpp"
#include "script/constants.hpp"
#include "script/error.hpp"
#include "script/geometry.hpp"
#include "script/hash_table.hpp"
#include "script/image.hpp"
#include "script/map.hpp"
#include "script/output_buffer.hpp"
#include "script/projection.hpp"
#include "script/request.hpp"
#include "script/results.hpp"
#include "script/shapefile.hpp"
%}

// Arguments can be passed by name, except to overloaded functions. SWIG writes the names into Python's signature, which passes
// them on by position; where it cannot write a default (a Text, NULL for an object), "*args, **kwargs" hand all of them over.
%feature("kwargs");
%feature("compactdefaultargs") ms::script::imageObj::save;
%feature("compactdefaultargs") ms::script::msLoadMapFromString;
// Called once per shape: all of their arguments have names in Python, so C++ need not search for any.
%feature("kwargs", "0") *::draw;
#pragma SWIG nowarn=511
%feature("autodoc", "1"); // types in help(), and for stubs
#pragma SWIG nowarn=401,503 // bases and operators of C++ are nothing to a script
%ignore *::operator==;
%rename("%(regex:/(.*)_$/\\1/)s", regexmatch$name="_$", %$ismember) ""; // template_, requires_
%include <std_shared_ptr.i>

// Everything is shared: children outlive their parents where a script holds them.
%shared_ptr(ms::script::CompositingFilter)
%shared_ptr(ms::script::DBFInfo)
%shared_ptr(ms::script::LayerCompositer)
%shared_ptr(ms::script::OWSRequest)
%nodefaultctor ms::script::DBFInfo;
%nodefaultctor ms::script::StyleHolder;
%shared_ptr(ms::script::StyleHolder)
%nodefaultctor ms::script::BindingHolder;
%shared_ptr(ms::script::BindingHolder)
%shared_ptr(ms::script::classObj)
%shared_ptr(ms::script::clusterObj)
%shared_ptr(ms::script::colorObj)
%shared_ptr(ms::script::configObj)
%shared_ptr(ms::script::errorObj)
%shared_ptr(ms::script::fontSetObj)
%shared_ptr(ms::script::hashTableObj)
%shared_ptr(ms::script::imageObj)
%shared_ptr(ms::script::labelCacheMemberObj)
%shared_ptr(ms::script::labelCacheObj)
%shared_ptr(ms::script::labelCacheSlotObj)
%shared_ptr(ms::script::labelLeaderObj)
%shared_ptr(ms::script::labelObj)
%shared_ptr(ms::script::layerObj)
%shared_ptr(ms::script::legendObj)
%shared_ptr(ms::script::lineObj)
%shared_ptr(ms::script::mapObj)
%shared_ptr(ms::script::markerCacheMemberObj)
%shared_ptr(ms::script::outputFormatObj)
%shared_ptr(ms::script::pointObj)
%shared_ptr(ms::script::projectionObj)
%shared_ptr(ms::script::queryMapObj)
%shared_ptr(ms::script::rectObj)
%shared_ptr(ms::script::referenceMapObj)
%shared_ptr(ms::script::reprojectionObj)
%shared_ptr(ms::script::resultCacheObj)
%shared_ptr(ms::script::resultObj)
%shared_ptr(ms::script::scaleTokenEntryObj)
%shared_ptr(ms::script::scaleTokenObj)
%shared_ptr(ms::script::scalebarObj)
%shared_ptr(ms::script::shapeObj)
%shared_ptr(ms::script::shapefileObj)
%shared_ptr(ms::script::styleObj)
%shared_ptr(ms::script::symbolObj)
%shared_ptr(ms::script::symbolSetObj)
%shared_ptr(ms::script::webObj)

%include "language.i"

%include "attributes.i"
%include "blocks.i"
%include "additions.i"

%ms_computed(OWSRequest, int, NumParams)
%ms_computed(layerObj, int, index)
%ms_computed(layerObj, int, maxclasses)
%ms_computed(layerObj, int, numitems)
%ms_computed(mapObj, int, maxlayers)
%ms_computed(projectionObj, int, automatic)
%ms_computed(symbolSetObj, int, maxsymbols)

%immutable ms::script::DBFInfo::nFields;
%immutable ms::script::DBFInfo::nRecords;
%immutable ms::script::fontSetObj::filename;
%immutable ms::script::fontSetObj::fonts;
%immutable ms::script::imageObj::format;
%immutable ms::script::imageObj::height;
%immutable ms::script::imageObj::imagepath;
%immutable ms::script::imageObj::imageurl;
%immutable ms::script::imageObj::resolution;
%immutable ms::script::imageObj::resolutionfactor;
%immutable ms::script::imageObj::width;
%immutable ms::script::labelCacheMemberObj::bbox;
%immutable ms::script::labelCacheMemberObj::classindex;
%immutable ms::script::labelCacheMemberObj::layerindex;
%immutable ms::script::labelCacheMemberObj::leaderbbox;
%immutable ms::script::labelCacheMemberObj::leaderline;
%immutable ms::script::labelCacheMemberObj::markerid;
%immutable ms::script::labelCacheMemberObj::numtextsymbols;
%immutable ms::script::labelCacheMemberObj::point;
%immutable ms::script::labelCacheMemberObj::status;
%immutable ms::script::labelCacheObj::num_rendered_members;
%immutable ms::script::labelCacheSlotObj::cachesize;
%immutable ms::script::labelCacheSlotObj::labels;
%immutable ms::script::labelCacheSlotObj::markercachesize;
%immutable ms::script::labelCacheSlotObj::markers;
%immutable ms::script::labelCacheSlotObj::numlabels;
%immutable ms::script::labelCacheSlotObj::nummarkers;
%immutable ms::script::legendObj::label;
%immutable ms::script::mapObj::configoptions;
%immutable ms::script::mapObj::fontset;
%immutable ms::script::mapObj::imagetype;
%immutable ms::script::mapObj::labelcache;
%immutable ms::script::mapObj::legend;
%immutable ms::script::mapObj::querymap;
%immutable ms::script::mapObj::reference;
%immutable ms::script::mapObj::scalebar;
%immutable ms::script::mapObj::symbolset;
%immutable ms::script::mapObj::web;
%immutable ms::script::markerCacheMemberObj::bounds;
%immutable ms::script::markerCacheMemberObj::id;
%immutable ms::script::resultCacheObj::bounds;
%immutable ms::script::resultObj::classindex;
%immutable ms::script::resultObj::resultindex;
%immutable ms::script::resultObj::shapeindex;
%immutable ms::script::resultObj::tileindex;
%immutable ms::script::shapefileObj::bounds;
%immutable ms::script::shapefileObj::numshapes;
%immutable ms::script::shapefileObj::type;
%immutable ms::script::symbolObj::imagepath;

%include "script/constants.hpp"
%include "constants.i"
%include "script/text.hpp"
%include "script/error.hpp"
%include "script/color.hpp"
%include "script/hash_table.hpp"
%include "script/projection.hpp"
%include "script/geometry.hpp"
%include "script/results.hpp"
%include "script/output_format.hpp"
%include "script/image.hpp"
%include "script/binding.hpp"
%include "script/style.hpp"
%include "script/label.hpp"
%include "script/class.hpp"
%include "script/compositor.hpp"
%include "script/layer.hpp"
%include "script/symbol.hpp"
%include "script/furniture.hpp"
%include "script/label_cache.hpp"
%include "script/map.hpp"
%include "script/shapefile.hpp"
%include "script/config.hpp"
%include "script/output_buffer.hpp"
%include "script/request.hpp"

%include "functions.i"
