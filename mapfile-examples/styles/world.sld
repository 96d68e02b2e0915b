<?xml version="1.0" encoding="UTF-8"?>
<!-- Styles of sld.map. Clients may also send this document as SLD_BODY to any map with such layers. -->
<StyledLayerDescriptor version="1.1.0" xmlns="http://www.opengis.net/sld" xmlns:se="http://www.opengis.net/se"
                       xmlns:ogc="http://www.opengis.net/ogc">
  <NamedLayer>
    <se:Name>countries</se:Name>
    <UserStyle>
      <se:Name>size</se:Name>
      <IsDefault>true</IsDefault>
      <se:FeatureTypeStyle>
        <se:Rule>
          <se:Name>Five million km2 and more</se:Name>
          <ogc:Filter>
            <ogc:PropertyIsGreaterThanOrEqualTo>
              <ogc:PropertyName>area_km2</ogc:PropertyName>
              <ogc:Literal>5000000</ogc:Literal>
            </ogc:PropertyIsGreaterThanOrEqualTo>
          </ogc:Filter>
          <se:PolygonSymbolizer>
            <se:Fill><se:SvgParameter name="fill">#789c8c</se:SvgParameter></se:Fill>
            <se:Stroke>
              <se:SvgParameter name="stroke">#ffffff</se:SvgParameter>
              <se:SvgParameter name="stroke-width">0.8</se:SvgParameter>
            </se:Stroke>
          </se:PolygonSymbolizer>
        </se:Rule>
        <se:Rule>
          <se:Name>Smaller</se:Name>
          <se:ElseFilter/>
          <se:PolygonSymbolizer>
            <se:Fill><se:SvgParameter name="fill">#dfe6cf</se:SvgParameter></se:Fill>
            <se:Stroke>
              <se:SvgParameter name="stroke">#ffffff</se:SvgParameter>
              <se:SvgParameter name="stroke-width">0.8</se:SvgParameter>
            </se:Stroke>
          </se:PolygonSymbolizer>
        </se:Rule>
      </se:FeatureTypeStyle>
    </UserStyle>
    <UserStyle>
      <se:Name>outline</se:Name>
      <se:FeatureTypeStyle>
        <se:Rule>
          <se:Name>Country</se:Name>
          <se:LineSymbolizer>
            <se:Stroke>
              <se:SvgParameter name="stroke">#7a7a7a</se:SvgParameter>
              <se:SvgParameter name="stroke-dasharray">4 2</se:SvgParameter>
            </se:Stroke>
          </se:LineSymbolizer>
        </se:Rule>
      </se:FeatureTypeStyle>
    </UserStyle>
  </NamedLayer>
  <NamedLayer>
    <se:Name>rivers</se:Name>
    <UserStyle>
      <se:FeatureTypeStyle>
        <se:Rule>
          <se:Name>River</se:Name>
          <se:LineSymbolizer>
            <se:Stroke>
              <se:SvgParameter name="stroke">#4a86b8</se:SvgParameter>
              <se:SvgParameter name="stroke-width">1.2</se:SvgParameter>
            </se:Stroke>
          </se:LineSymbolizer>
        </se:Rule>
      </se:FeatureTypeStyle>
    </UserStyle>
  </NamedLayer>
</StyledLayerDescriptor>
