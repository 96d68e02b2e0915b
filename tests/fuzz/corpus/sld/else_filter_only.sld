<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>line</Name><UserStyle><FeatureTypeStyle><Rule><ElseFilter/></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>
