import type { Area } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  del,
  frames,
  get,
  mergePatch,
  pod,
  pods,
  post,
  sequence,
  settle,
  startWatch,
  watch,
  widget,
  widgets,
} from '../../steps.ts';

const quiet = { quiet: true };
const accept = (value: string): { headers: { accept: string } } => ({ headers: { accept: value } });
const table = accept('application/json;as=Table;v=v1;g=meta.k8s.io');
const metadata = accept('application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io');
const none = 'resourceVersion=0&timeoutSeconds=1&fieldSelector=metadata.name%3Dnobody';

const types = [
  'application/json',
  'application/json;stream=watch',
  'application/json;stream=foo',
  '*/*',
  'application/*',
  'application/yaml',
  'application/yaml;stream=watch',
  'application/yaml, application/json',
  'application/json;as=Table;v=v1;g=meta.k8s.io, application/json',
  'application/json;as=Foo;v=v1;g=meta.k8s.io',
  'application/json;as=Table;v=v9;g=meta.k8s.io, */*',
  'application/json;pretty=1',
  'text/plain',
  'application/cbor-seq',
];

/** Watches as tables, as metadata, and in other encodings. */
export const watchForms: Area = {
  name: 'watch forms',
  sequences: [
    sequence(
      'tables',
      post(configMaps, configMap('a'), quiet),
      post(configMaps, configMap('b'), quiet),
      settle(configMaps),
      ...['', '&includeObject=None', '&includeObject=Object', '&includeObject=Metadata'].flatMap((query, index) => [
        startWatch(`w${index}`, `${configMaps}?allowWatchBookmarks=true${query}`, table),
        frames(`w${index}`, 3),
      ]),
      startWatch('l', `${configMaps}?resourceVersion=0`, table),
      mergePatch(`${configMaps}/a`, { data: { b: '2' } }, quiet),
      del(`${configMaps}/b`, undefined, quiet),
      frames('l', 4),
      watch(`${configMaps}?includeObject=Bogus`, table),
      startWatch('beta', configMaps, accept('application/json;as=Table;v=v1beta1;g=meta.k8s.io')),
      frames('beta', 1),
    ),
    sequence(
      'tables of pods and custom objects',
      post(pods, pod('p'), quiet),
      post(widgets, widget('w'), quiet),
      settle(pods),
      settle(widgets),
      startWatch('p', `${pods}?allowWatchBookmarks=true`, table),
      startWatch('w', `${widgets}?allowWatchBookmarks=true`, table),
      frames('p', 2),
      frames('w', 2),
      startWatch('l', widgets, table),
      mergePatch(`${widgets}/w`, { spec: { color: 'green' } }, quiet),
      frames('l', 2),
    ),
    sequence(
      'tables with a selector',
      startWatch('w', `${configMaps}?labelSelector=x`, table),
      post(configMaps, configMap('a', {}, { labels: { x: '1' } }), quiet),
      mergePatch(`${configMaps}/a`, { metadata: { labels: { x: null } } }, quiet),
      frames('w', 2),
    ),
    sequence(
      'metadata alone',
      post(configMaps, configMap('a'), quiet),
      post(widgets, widget('w'), quiet),
      settle(configMaps),
      settle(widgets),
      startWatch('c', `${configMaps}?allowWatchBookmarks=true`, metadata),
      startWatch('w', `${widgets}?allowWatchBookmarks=true`, metadata),
      frames('c', 2),
      frames('w', 2),
      startWatch('lc', configMaps, metadata),
      startWatch('lw', widgets, metadata),
      mergePatch(`${configMaps}/a`, { metadata: { labels: { x: '1' } } }, quiet),
      mergePatch(`${widgets}/w`, { metadata: { labels: { x: '1' } } }, quiet),
      del(`${configMaps}/a`, undefined, quiet),
      frames('lc', 3),
      frames('lw', 2),
      startWatch('beta', configMaps, accept('application/json;as=PartialObjectMetadata;v=v1beta1;g=meta.k8s.io')),
      post(configMaps, configMap('b'), quiet),
      frames('beta', 1),
      startWatch('s', `${configMaps}?labelSelector=y`, metadata),
      mergePatch(`${configMaps}/b`, { metadata: { labels: { y: '1' } } }, quiet),
      mergePatch(`${configMaps}/b`, { metadata: { labels: { y: null } } }, quiet),
      frames('s', 2),
    ),
    sequence(
      'a list of metadata is no frame',
      post(configMaps, configMap('a'), quiet),
      watch(configMaps, accept('application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io')),
      watch(widgets, accept('application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io')),
    ),
    sequence(
      'what a watch can be written in',
      // All requests are sent before the first answer is awaited: each takes a second.
      ...[configMaps, widgets].flatMap((collection) =>
        types.map((type) => startWatch(`${collection} ${type}`, `${collection}?${none}`, accept(type))),
      ),
      startWatch('pretty', `${configMaps}?${none}&pretty=1`),
      startWatch('gzip', `${configMaps}?${none}`, { headers: { 'accept-encoding': 'gzip' } }),
      startWatch('curl', `${configMaps}?${none}`, { headers: { 'user-agent': 'curl/8' } }),
      { method: 'HEAD', path: `${configMaps}?watch=1&${none}`, background: 'built-in head' },
      { method: 'HEAD', path: `${widgets}?watch=1&${none}`, background: 'custom head' },
      ...[configMaps, widgets].flatMap((collection) => types.map((type) => frames(`${collection} ${type}`))),
      ...['pretty', 'gzip', 'curl', 'built-in head', 'custom head'].map((name) => frames(name)),
      post(`${configMaps}?watch=1`, configMap('z')),
      get('/api/v1/namespaces/${NS}/configmaps/z?watch=true'),
    ),
  ],
};
