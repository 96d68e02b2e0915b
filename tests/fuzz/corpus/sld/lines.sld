<StyledLayerDescriptor version="1.1.0"><NamedLayer><Name>line</Name><UserStyle><FeatureTypeStyle>
<Rule><MaxScaleDenominator>1000</MaxScaleDenominator>
<Filter><PropertyIsNull><PropertyName>a</PropertyName></PropertyIsNull></Filter>
<LineSymbolizer><Stroke><SvgParameter name="stroke">#ff0000</SvgParameter><SvgParameter name="stroke-width">3.5</SvgParameter><SvgParameter name="stroke-dasharray">5 3 2</SvgParameter><SvgParameter name="stroke-opacity">0.5</SvgParameter><SvgParameter name="stroke-linecap">butt</SvgParameter><SvgParameter name="stroke-linejoin">bevel</SvgParameter><SvgParameter name="stroke-dashoffset">2</SvgParameter></Stroke><PerpendicularOffset>4</PerpendicularOffset></LineSymbolizer>
<LineSymbolizer><Stroke><GraphicStroke><Graphic><Mark><WellKnownName>circle</WellKnownName><Fill><SvgParameter name="fill">#0000ff</SvgParameter></Fill></Mark><Size>6</Size></Graphic><Gap>20</Gap><InitialGap>5</InitialGap></GraphicStroke></Stroke></LineSymbolizer>
<LineSymbolizer><Stroke/></LineSymbolizer>
<LineSymbolizer/>
<PointSymbolizer><Graphic><Mark><WellKnownName>circle</WellKnownName><Fill/></Mark><Size>6</Size></Graphic></PointSymbolizer>
<TextSymbolizer><Label><PropertyName>nm</PropertyName></Label><LabelPlacement><LinePlacement><PerpendicularOffset>5</PerpendicularOffset></LinePlacement></LabelPlacement></TextSymbolizer>
</Rule>
<Rule><LineSymbolizer uom="http://www.opengeospatial.org/se/units/metre"><Stroke><SvgParameter name="stroke"><PropertyName>col</PropertyName></SvgParameter><SvgParameter name="stroke-width"><Add><PropertyName>wi</PropertyName><Literal>2</Literal></Add></SvgParameter></Stroke></LineSymbolizer></Rule>
</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>
