<StyledLayerDescriptor version="1.1.0"><NamedLayer><Name>polygon</Name><UserStyle><FeatureTypeStyle>
<Rule>
<Filter><BBOX><PropertyName>geom</PropertyName><gml:Box srsName="EPSG:4326"><gml:coordinates>1,2 3,4</gml:coordinates></gml:Box></BBOX></Filter>
<PolygonSymbolizer><Fill><SvgParameter name="fill">#ff0000</SvgParameter><SvgParameter name="fill-opacity">0.5</SvgParameter></Fill><Stroke><SvgParameter name="stroke">#0000ff</SvgParameter><SvgParameter name="stroke-width">3</SvgParameter><SvgParameter name="stroke-dasharray">5 3</SvgParameter></Stroke></PolygonSymbolizer>
<PolygonSymbolizer><Fill><GraphicFill><Graphic><Mark><WellKnownName>triangle</WellKnownName><Fill><SvgParameter name="fill">#00ff00</SvgParameter></Fill></Mark><Size>6</Size></Graphic><Gap>9</Gap></GraphicFill></Fill></PolygonSymbolizer>
<PolygonSymbolizer><Fill/></PolygonSymbolizer>
<PolygonSymbolizer><Stroke/></PolygonSymbolizer>
<PolygonSymbolizer><Stroke/><Displacement><DisplacementX>3</DisplacementX><DisplacementY>4</DisplacementY></Displacement></PolygonSymbolizer>
<PolygonSymbolizer/>
<LineSymbolizer><Stroke><SvgParameter name="stroke">#ff00ff</SvgParameter></Stroke></LineSymbolizer>
</Rule>
<Rule><Filter><PropertyIsEqualTo><PropertyName>x</PropertyName><Literal>ab</Literal></PropertyIsEqualTo></Filter><TextSymbolizer><Label><PropertyName>nm</PropertyName></Label></TextSymbolizer></Rule>
<Rule><Filter><PropertyIsEqualTo><PropertyName>x</PropertyName><Literal>5</Literal></PropertyIsEqualTo></Filter><TextSymbolizer><Label>A</Label></TextSymbolizer><PointSymbolizer><Graphic><Mark><WellKnownName>circle</WellKnownName><Fill/></Mark></Graphic></PointSymbolizer></Rule>
</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>
