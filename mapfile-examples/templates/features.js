// MapServer Template
{"type": "FeatureCollection", "features": [
[resultset layer=countries][feature]{"type": "Feature", "id": "countries.[shpidx]", "bbox": [[shpext format="$minx,$miny,$maxx,$maxy"]], "geometry": null, "properties": {"layer": "countries", "name": "[item name=name escape=js]", "code": "[item name=iso_a2 escape=js]"}},
[/feature][/resultset][resultset layer=regions][feature]{"type": "Feature", "id": "regions.[shpidx]", "bbox": [[shpext format="$minx,$miny,$maxx,$maxy"]], "geometry": null, "properties": {"layer": "regions", "name": "[item name=name escape=js]"}},
[/feature][/resultset][resultset layer=cities][feature]{"type": "Feature", "id": "cities.[shpidx]", "geometry": {"type": "Point", "coordinates": [[shpxy precision=5]]}, "properties": {"layer": "cities", "name": "[item name=name escape=js]", "population": "[item name=population escape=js]"}},
[/feature][/resultset]{"type": "Feature", "geometry": null, "properties": {"layer": null, "count": "[nr]"}}
]}
