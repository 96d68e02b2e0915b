// SPDX-License-Identifier: MIT
// The vector tiles of vector_tiles.map in OpenLayers, styled here; the country under the pointer is named.
'use strict';

const land = {false: '#9ebba8', true: '#c9b27c'};
const border = new ol.style.Stroke({color: '#fff', width: 1});
const countries = large => new ol.style.Style({fill: new ol.style.Fill({color: land[large]}), stroke: border});
const styles = {
  countries: feature => styles.ofCountries[feature.get('area') > 1e6],
  ofCountries: {false: countries(false), true: countries(true)},
  rivers: () => styles.river,
  river: new ol.style.Style({stroke: new ol.style.Stroke({color: '#5a8cbe', width: 1})}),
  capitals: feature => new ol.style.Style({
    image: new ol.style.Circle({radius: 3, fill: new ol.style.Fill({color: '#c83c28'})}),
    text: new ol.style.Text({text: feature.get('name'), offsetY: -10, font: '12px system-ui, sans-serif'}),
  }),
};
const layer = new ol.layer.VectorTile({style: feature => styles[feature.get('layer')](feature), declutter: true});
const map = new ol.Map({target: 'map', layers: [layer], view: new ol.View({center: [1e6, 5e6], zoom: 3})});
// Where the tiles are, down to which zoom, and whose they are.
fetch('/?map=vector_tiles&mode=tilejson&layers=all&map.imagetype=mvt').then(answer => answer.json()).then(tiles => layer.setSource(new ol.source.VectorTile({
  format: new ol.format.MVT({idProperty: 'id'}),
  urls: tiles.tiles,
  minZoom: tiles.minzoom,
  maxZoom: tiles.maxzoom,
  attributions: tiles.attribution,
})));
const info = document.getElementById('info');

map.on('pointermove', event => {
  const names = map.getFeaturesAtPixel(event.pixel).map(feature => feature.get('name')).filter(name => name);
  info.textContent = names.join(', ') || 'Vector tiles';
});
