<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>point</Name><UserStyle><FeatureTypeStyle>
<Rule><Name>r1</Name><Title>tt</Title><MinScaleDenominator>10</MinScaleDenominator><MaxScaleDenominator>1000</MaxScaleDenominator>
<Filter><And><PropertyIsLike wildCard="*" singleChar="." escape="!"><PropertyName>a</PropertyName><Literal>*foo.x</Literal></PropertyIsLike><Or><PropertyIsBetween><PropertyName>b</PropertyName><LowerBoundary><Literal>1</Literal></LowerBoundary><UpperBoundary><Literal>5</Literal></UpperBoundary></PropertyIsBetween><Not><PropertyIsEqualTo matchCase="false"><PropertyName>c</PropertyName><Literal>q'uo"te</Literal></PropertyIsEqualTo></Not></Or></And></Filter>
<PointSymbolizer><Graphic><Mark><WellKnownName>star</WellKnownName><Fill><CssParameter name="fill">#ff0000</CssParameter><CssParameter name="fill-opacity">0.5</CssParameter></Fill><Stroke><CssParameter name="stroke">#00ff00</CssParameter><CssParameter name="stroke-width">2</CssParameter></Stroke></Mark><Size>10</Size><Rotation>45</Rotation><Opacity>0.7</Opacity></Graphic></PointSymbolizer>
<PointSymbolizer><Graphic><Mark><WellKnownName>foo</WellKnownName><Fill/></Mark></Graphic></PointSymbolizer>
<PointSymbolizer><Graphic><ExternalGraphic><OnlineResource xlink:href="foo.png"/><Format>image/png</Format></ExternalGraphic><Size>12</Size></Graphic></PointSymbolizer>
<PointSymbolizer><Graphic><Mark><Stroke/></Mark></Graphic></PointSymbolizer>
<PointSymbolizer><Graphic><Mark><WellKnownName>x</WellKnownName><Stroke/></Mark></Graphic></PointSymbolizer>
<PointSymbolizer><Graphic><Mark><WellKnownName>cross</WellKnownName><Fill/></Mark><Size>3</Size></Graphic></PointSymbolizer>
<PointSymbolizer/>
</Rule>
<Rule><ElseFilter/><TextSymbolizer><Label>abc <PropertyName>nm</PropertyName> (x)</Label><Font><CssParameter name="font-family">Arial</CssParameter><CssParameter name="font-style">italic</CssParameter><CssParameter name="font-weight">bold</CssParameter><CssParameter name="font-size">14</CssParameter></Font><LabelPlacement><PointPlacement><AnchorPoint><AnchorPointX>0.1</AnchorPointX><AnchorPointY>0.9</AnchorPointY></AnchorPoint><Displacement><DisplacementX>3</DisplacementX><DisplacementY>4</DisplacementY></Displacement><Rotation>30</Rotation></PointPlacement></LabelPlacement><Halo><Radius>2</Radius><Fill><CssParameter name="fill">#ffff00</CssParameter></Fill></Halo><Fill><CssParameter name="fill">#00ffff</CssParameter></Fill><Priority>5</Priority><VendorOption name="foo">1</VendorOption></TextSymbolizer>
</Rule>
</FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>
