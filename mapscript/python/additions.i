// SPDX-License-Identifier: MIT
// What Python's objects have beyond the methods of the library: constructors that insert, proxies
// that keep their parents, and Python's own protocols.

// A child that was fetched or inserted keeps the proxy of its parent in the attribute that scripts use.
%define %ms_keeps_parent(Class, Method, Parent)
%feature("pythonappend") ms::script::Class::Method %{
    if val is not None:
        val.Parent = self
%}
%enddef

%ms_keeps_parent(mapObj, getLayer, p_map)
%ms_keeps_parent(mapObj, getLayerByName, p_map)
%ms_keeps_parent(layerObj, getClass, p_layer)

%feature("pythonappend") ms::script::mapObj::insertLayer %{
    layer.p_map = self
%}
%feature("pythonappend") ms::script::mapObj::removeLayer %{
    val.p_map = None
%}
%feature("pythonappend") ms::script::layerObj::insertClass %{
    classobj.p_layer = self
%}
%feature("pythonappend") ms::script::layerObj::removeClass %{
    val.p_layer = None
%}

// Constructors that insert what they make.
%feature("shadow") ms::script::layerObj::layerObj %{
    def __init__(self, map=None):
        _mapscript.layerObj_swiginit(self, _mapscript.new_layerObj())
        self.p_map = None
        if map is not None:
            _of_type(map, mapObj).insertLayer(self)
%}
%feature("shadow") ms::script::classObj::classObj %{
    def __init__(self, layer=None):
        _mapscript.classObj_swiginit(self, _mapscript.new_classObj())
        self.p_layer = None
        if layer is not None:
            _of_type(layer, layerObj).insertClass(self)
%}
%feature("shadow") ms::script::styleObj::styleObj %{
    def __init__(self, parent_class=None):
        _mapscript.styleObj_swiginit(self, _mapscript.new_styleObj())
        if parent_class is not None:
            _of_type(parent_class, StyleHolder).insertStyle(self)
%}
%feature("shadow") ms::script::mapObj::mapObj %{
    def __init__(self, mapfile=None, config=None):
        _mapscript.mapObj_swiginit(self, _mapscript.new_mapObj(mapfile, _config_of(config)))
        _mapscript.adopt_children(self)
%}

// Parents and parts that are computed.
%extend ms::script::classObj {
    %pythoncode %{
    layer = property(lambda self: self.get_layer())
    def __iter__(self):
        return (self.getStyle(i) for i in range(self.numstyles))
    styles = property(lambda self: [self.getStyle(i) for i in range(self.numstyles)])
    labels = property(lambda self: [self.getLabel(i) for i in range(self.numlabels)])
    %}
}
%extend ms::script::layerObj {
    %pythoncode %{
    map = property(lambda self: self.get_map())
    utfdata = property(lambda self: self.get_utfdata())
    def getItemDefinitions(self):
        """What is known about the attributes of an open layer."""
        return [{"name": self.getItem(i), "type": self.getItemType(i)}
                for i in range(self.numitems)]

    def __iter__(self):
        while True:
            shape = self.nextShape()
            if shape is None:
                return
            yield shape

    def __bool__(self):
        return True

    def __enter__(self):
        self.open()
        return self

    def __exit__(self, *details):
        self.close()
        return False

    classes = property(lambda self: [self.getClass(i) for i in range(self.numclasses)])
    %}
}
%extend ms::script::mapObj {
    %pythoncode %{
    config = property(lambda self: self.get_config())
    outputformat = property(lambda self: self.get_outputformat(),
                            lambda self, format: self.setOutputFormat(format))
    layerorder = property(lambda self: self.getLayerOrder(),
                          lambda self, order: self.setLayerOrder(order))
    layers = property(lambda self: [self.getLayer(i) for i in range(self.numlayers)])

    def getSize(self):
        """The size of the image: (width, height)."""
        return (self.width, self.height)

    def applySubstitutions(self, names):
        """Puts values of a dictionary in the places of %name%."""
        table = hashTableObj()
        for name, value in names.items():
            table.set(name, value)
        self.apply_substitutions(table)

    def processTemplate(self, bGenerateImages, names=None, values=None, numentries=-1):
        """WEB TEMPLATE as a page; names may be a dict."""
        return self.process_template(bGenerateImages, *_names_and_values(names, values), numentries)

    def processQueryTemplate(self, names=None, values=None, numentries=-1):
        """The templates of what was found as a page; names may be a dict."""
        return self.process_query_template(*_names_and_values(names, values), numentries)

    def processLegendTemplate(self, names=None, values=None, numentries=-1):
        """LEGEND TEMPLATE as a page; names may be a dict."""
        return self.process_legend_template(*_names_and_values(names, values), numentries)

    def get_width(self):
        return self.width

    def get_height(self):
        return self.height

    def set_width(self, value):
        self.width = value
        return MS_SUCCESS

    def set_height(self, value):
        self.height = value
        return MS_SUCCESS

    def __enter__(self):
        return self

    def __exit__(self, *details):
        return False

    def __reduce__(self):
        return (fromstring, (self.convertToString(), self.mappath))
    %}
}

%extend ms::script::legendObj { %pythoncode %{
    map = property(lambda self: self.get_map())
%} }
%extend ms::script::referenceMapObj { %pythoncode %{
    map = property(lambda self: self.get_map())
%} }
%extend ms::script::queryMapObj { %pythoncode %{
    map = property(lambda self: self.get_map())
%} }
%extend ms::script::webObj { %pythoncode %{
    map = property(lambda self: self.get_map())
%} }

%extend ms::script::hashTableObj {
    %pythoncode %{
    def __reduce__(self):
        return (_table_of, (dict(self.items()),))

    def __repr__(self):
        return "hashTableObj(%r)" % dict(self.items())

    def __getitem__(self, key):
        return self.get(key)

    def __setitem__(self, key, value):
        self.set(key, value)

    def __delitem__(self, key):
        self.remove(key)

    def __contains__(self, key):
        return self.get(key) is not None

    def __len__(self):
        return self.numitems

    def __iter__(self):
        return iter(self.keys())

    def keys(self):
        keys = []
        key = self.nextKey()
        while key is not None:
            keys.append(key.lower())
            key = self.nextKey(key)
        return keys

    def values(self):
        return [self.get(key) for key in self.keys()]

    def items(self):
        return [(key, self.get(key)) for key in self.keys()]

    def update(self, *others, **pairs):
        for key, value in dict(*others, **pairs).items():
            self.set(key, value)
    %}
}

%extend ms::script::styleObj { %pythoncode %{
    def _set_pattern(self, pattern):
        if isinstance(pattern, str):
            raise TypeError("a pattern is a sequence of numbers")
        if len(pattern) < 2:
            raise MapServerError("pattern_set(): Symbol definition error. Not enough pattern "
                                 "elements. A minimum of 2 are required")
        if len(pattern) > MS_MAXPATTERNLENGTH:
            raise MapServerError("pattern_set(): General error message. Too many elements")
        _mapscript.styleObj_pattern_set(self, pattern)

    pattern = property(_mapscript.styleObj_pattern_get, _set_pattern)

    def pattern_get(self):
        return self.pattern

    def pattern_set(self, pattern):
        self.pattern = pattern
%} }

%extend ms::script::colorObj { %pythoncode %{
    def __repr__(self):
        return "colorObj(%d, %d, %d, %d)" % (self.red, self.green, self.blue, self.alpha)

    def __reduce__(self):
        return (colorObj, (self.red, self.green, self.blue, self.alpha))
%} }

%define %ms_pickled_as_text(Class)
%extend ms::script::Class { %pythoncode %{
    def __reduce__(self):
        return (fromstring, (self.convertToString(),))
%} }
%enddef
%ms_pickled_as_text(classObj)
%ms_pickled_as_text(labelObj)
%ms_pickled_as_text(layerObj)
%ms_pickled_as_text(styleObj)

%extend ms::script::pointObj { %pythoncode %{
    def __str__(self):
        return self.toString()

    @property
    def __geo_interface__(self):
        return {"type": "Point", "coordinates": (self.x, self.y, self.z)}

    def __reduce__(self):
        return (pointObj, (self.x, self.y, self.z, self.m))
%} }

%extend ms::script::rectObj { %pythoncode %{
    def __str__(self):
        return self.toString()

    def __contains__(self, item):
        return (self.minx <= item.x <= self.maxx) and (self.miny <= item.y <= self.maxy)

    def __reduce__(self):
        return (rectObj, (self.minx, self.miny, self.maxx, self.maxy))
%} }

%extend ms::script::lineObj { %pythoncode %{
    def __reduce__(self):
        return (_line_of, ([(p.x, p.y, p.z, p.m) for p in self],))

    def __len__(self):
        return self.numpoints

    def __iter__(self):
        return (self.get(i) for i in range(self.numpoints))

    def __bool__(self):
        return True

    @property
    def __geo_interface__(self):
        return {"type": "LineString",
                "coordinates": [point.__geo_interface__["coordinates"] for point in self]}
%} }

%extend ms::script::shapeObj { %pythoncode %{
    def __reduce__(self):
        lines = [[(p.x, p.y, p.z, p.m) for p in line] for line in self]
        values = [self.getValue(i) for i in range(self.numvalues)]
        names = ("index", "tileindex", "classindex", "resultindex", "text", "itemdefinitions")
        return (_shape_of, (self.type, lines, values, {name: getattr(self, name) for name in names}))

    def __len__(self):
        return self.numlines

    def __iter__(self):
        return (self.get(i) for i in range(self.numlines))

    def __bool__(self):
        return True

    _geometry_names = {
        MS_SHAPE_POINT: ("Point", "MultiPoint"), MS_SHAPE_LINE: ("LineString", "MultiLineString"),
        MS_SHAPE_POLYGON: ("Polygon", "MultiPolygon"), MS_SHP_POINTZ: ("Point", "MultiPoint"),
        MS_SHP_POINTM: ("Point", "MultiPoint"), MS_SHP_ARCZ: ("LineString", "MultiLineString"),
        MS_SHP_ARCM: ("LineString", "MultiLineString"), MS_SHP_POLYGONZ: ("Polygon", "MultiPolygon"),
        MS_SHP_POLYGONM: ("Polygon", "MultiPolygon"), MS_SHP_MULTIPOINTZ: ("MultiPoint",) * 2,
        MS_SHP_MULTIPOINTM: ("MultiPoint",) * 2}

    @property
    def itemdefinitions(self):
        return getattr(self, "_item_definitions", None)

    @itemdefinitions.setter
    def itemdefinitions(self, definitions):
        object.__setattr__(self, "_item_definitions", definitions)

    def _convert_item_values(self, property_values, property_types):
        convert = {"Integer": int, "Long": int, "Real": float}
        values = []
        for value, kind in zip(property_values, property_types):
            try:
                values.append(convert.get(kind, str)(value))
            except ValueError:
                values.append(None if value == "" else value)
        return values

    @property
    def __geo_interface__(self):
        if self.type == MS_SHAPE_NULL:
            return None
        if self.type not in self._geometry_names:
            raise TypeError("Shape type {} not supported".format(self.type))
        values = [self.getValue(i) for i in range(self.numvalues)]
        definitions = self.itemdefinitions
        if definitions:
            names = [definition["name"] for definition in definitions]
            values = self._convert_item_values(values, [d["type"] for d in definitions])
        else:
            names = [str(i) for i in range(len(values))]
        one, many = self._geometry_names[self.type]
        return {"type": "Feature",
                "bbox": (self.bounds.minx, self.bounds.miny, self.bounds.maxx, self.bounds.maxy),
                "properties": dict(zip(names, values)),
                "geometry": {"type": one if self.numlines == 1 else many,
                             "coordinates": [line.__geo_interface__["coordinates"]
                                             for line in self]}}
%} }

%extend ms::script::resultCacheObj { %pythoncode %{
    thisown = property(lambda self: False, doc="Results belong to their layer.")
%} }

%extend ms::script::imageObj { %pythoncode %{
    def write(self, file=None):
        """Writes the image to an object with write(), or to standard output."""
        if file is None:
            self.save(None)
        elif hasattr(file, "write"):
            file.write(self.getBytes())
            return MS_SUCCESS
        else:
            raise MapServerError("imageObj.write() needs a file or an object with write()")

    def _repr_png_(self):
        return self.getBytes() if self.format.mimetype.startswith("image/png") else None
%} }

%extend ms::script::outputFormatObj { %pythoncode %{
    def attachDevice(self, device):
        """Devices are made when an image is drawn; there is nothing to attach."""
%} }
