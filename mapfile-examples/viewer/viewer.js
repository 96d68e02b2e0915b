// SPDX-License-Identifier: MIT
// The examples in OpenLayers: the maps of mapserver.conf, and the layers that a map's capabilities name.
'use strict';

const maps = {
  world: {title: 'World', extent: [-17000000, -7000000, 18500000, 11000000]},
  osm: {title: 'Streets', extent: [1056400, 5963400, 1063600, 5970600]},
  shapefile: {title: 'World (shapefiles)', extent: [-17000000, -7000000, 18500000, 11000000]},
  inline: {title: 'Island (inline)', extent: [0, 0, 600, 400]},
};
const status = document.getElementById('status');
const info = document.getElementById('info');
const view = new ol.View({projection: 'EPSG:3857'});
const image = new ol.layer.Image();
const map = new ol.Map({target: 'map', layers: [image], view, controls: ol.control.defaults.defaults().extend([
  new ol.control.ScaleLine()])});

function say(text, isError = false) {
  status.textContent = text;
  status.classList.toggle('error', isError);
}

function choice(parent, type, name, text, checked, changed) {
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), {type, name, checked});
  input.addEventListener('change', () => changed(input.checked));
  label.append(input, ' ', text);
  document.getElementById(parent).append(label);
  return input;
}

// The names and titles of a map's layers, in drawing order.
async function layersOf(name) {
  const answer = await fetch(`/?map=${name}&SERVICE=WMS&VERSION=1.3.0&REQUEST=GetCapabilities`);
  if (!answer.ok) throw new Error(`GetCapabilities of ${name}: HTTP ${answer.status}`);
  const root = new ol.format.WMSCapabilities().read(await answer.text()).Capability.Layer;
  const leaves = layer => layer.Layer ? layer.Layer.flatMap(leaves) : [layer];
  return leaves(root).map(layer => ({name: layer.Name, title: layer.Title || layer.Name}));
}

function draw(name, layers) {
  const shown = layers.filter(layer => layer.box.checked).map(layer => layer.name);
  image.setVisible(shown.length > 0);
  if (shown.length === 0) return;
  const source = new ol.source.ImageWMS({url: `/?map=${name}`, ratio: 1, hidpi: false,
    params: {LAYERS: shown.join(','), STYLES: '', VERSION: '1.3.0', FORMAT: 'image/png', TRANSPARENT: 'FALSE'}});
  let began = 0;
  source.on('imageloadstart', () => { began = performance.now(); });
  source.on('imageloadend', () => say(`${shown.length} layers, ${Math.round(performance.now() - began)} ms`));
  source.on('imageloaderror', () => say('The map could not be drawn; see the log of mapserv.', true));
  image.setSource(source);
}

// GetFeatureInfo's plain text as [{layer, features: [[name, value], ...]}].
function found(text) {
  const layers = [];
  for (const line of text.split('\n')) {
    const [, layer] = /^Layer '(.*)'$/.exec(line) ?? [];
    const [, name, value] = /^ {4}(.*?) = '(.*)'$/.exec(line) ?? [];
    if (layer !== undefined) layers.push({layer, features: []});
    else if (/^ {2}Feature /.test(line)) layers.at(-1)?.features.push([]);
    else if (name !== undefined) layers.at(-1)?.features.at(-1)?.push([name, value]);
  }
  return layers;
}

function showInfo(layers) {
  info.replaceChildren();
  for (const {layer, features} of layers) {
    const heading = document.createElement('h2');
    heading.textContent = layer;
    info.append(heading);
    for (const feature of features) {
      const list = document.createElement('dl');
      for (const [name, value] of feature) {
        const term = document.createElement('dt');
        const description = document.createElement('dd');
        term.textContent = name;
        description.textContent = value;
        list.append(term, description);
      }
      info.append(list);
    }
  }
  if (layers.length === 0) info.textContent = 'Nothing here.';
}

async function ask(event) {
  const source = image.getVisible() ? image.getSource() : null;
  if (!source) return;
  const {LAYERS} = source.getParams();
  const address = source.getFeatureInfoUrl(event.coordinate, view.getResolution(), 'EPSG:3857',
    {INFO_FORMAT: 'text/plain', QUERY_LAYERS: LAYERS, FEATURE_COUNT: 3});
  const answer = await fetch(address);
  if (answer.ok) showInfo(found(await answer.text()));
  else info.textContent = 'This map answers no questions.';
}
map.on('singleclick', event => { ask(event).catch(error => say(error.message, true)); });

let wanted = '';

async function show(name) {
  wanted = name;
  try {
    const layers = await layersOf(name);
    if (name !== wanted) return; // another map was chosen meanwhile
    document.querySelectorAll('#layers label').forEach(label => label.remove());
    for (const layer of layers) {
      layer.box = choice('layers', 'checkbox', layer.name, layer.title, true, () => draw(name, layers));
    }
    info.replaceChildren();
    view.fit(maps[name].extent, {padding: [0, 290, 0, 0]});
    draw(name, layers);
  } catch (error) {
    if (name === wanted) say(error.message, true);
  }
}

for (const [name, {title}] of Object.entries(maps)) {
  choice('maps', 'radio', 'map', title, name === 'world', () => show(name));
}
show('world');
