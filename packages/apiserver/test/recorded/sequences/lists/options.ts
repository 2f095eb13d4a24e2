import type { Area } from '../../sequence.ts';
import { asTable, configMap, configMaps, get, post, sequence, widgets } from '../../steps.ts';

const quiet = { quiet: true };

/** Which options of lists can be combined, and the order of items. */
export const listOptions: Area = {
  name: 'list options',
  sequences: [
    sequence(
      'initial events are for watches',
      ...['true', 'false', ''].map((value) => get(`${configMaps}?sendInitialEvents=${value}`)),
      get(`${configMaps}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan`),
      get(`${configMaps}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0`),
      get(`${configMaps}?sendInitialEvents=true&resourceVersionMatch=Foo`),
      get(`${widgets}?sendInitialEvents=true`),
    ),
    sequence(
      'numbers',
      post(configMaps, configMap('a'), quiet),
      post(configMaps, configMap('b'), quiet),
      ...[
        'limit=abc',
        'limit=',
        'limit=0',
        'limit=-1',
        'limit=%2B1',
        'limit=1.5',
        'limit=0x1',
        'limit=01',
        'limit=9223372036854775807',
        'limit=9223372036854775808',
        'limit=-9223372036854775809',
        'limit=1_0',
        'limit=1&limit=abc',
        'timeoutSeconds=abc',
        'timeoutSeconds=',
        'timeoutSeconds=-1',
        'timeoutSeconds=9223372036854775808',
        'timeoutSeconds=1.5',
        'timeoutSeconds=abc&limit=abc',
      ].flatMap((query) => [get(`${configMaps}?${query}`), get(`${widgets}?${query}`)]),
    ),
    sequence(
      'what is not a watch',
      post(configMaps, configMap('a'), quiet),
      get(`${configMaps}?watch=false`),
      get(`${configMaps}?watch=0`),
      get(`${configMaps}?allowWatchBookmarks=true`),
      get(`${configMaps}/a?watch=1`),
      get(`${configMaps}?bogus=1`),
    ),
    sequence(
      'several things wrong at once',
      get(`${configMaps}?limit=abc&labelSelector=a%20b`),
      get(`${configMaps}?labelSelector=a%20b&resourceVersionMatch=Foo`),
      get(`${configMaps}?fieldSelector=bogus%3D1&resourceVersionMatch=Foo`),
      get(`${configMaps}?fieldSelector=bogus%3D1&labelSelector=a%20b`),
      get(`${configMaps}?fieldSelector=bogus%3D1&resourceVersion=abc`),
      get(`${configMaps}?resourceVersion=abc&continue=abc`),
      get(`${configMaps}?resourceVersionMatch=Foo&continue=abc&sendInitialEvents=true`),
      get(`${configMaps}?resourceVersion=1&resourceVersionMatch=Exact&continue=abc`),
      get(`${widgets}?resourceVersionMatch=Foo&continue=abc&sendInitialEvents=true`),
    ),
    sequence(
      'order',
      ...['b', 'a', 'a-b', 'a.b', 'a0', 'ab', 'z', '0', 'a-a'].map((name) =>
        post(configMaps, configMap(name, {}), quiet),
      ),
      get(configMaps, asTable),
      get(`${configMaps}?resourceVersion=0`, asTable),
      get(`${configMaps}?limit=5`, asTable),
    ),
    sequence(
      'order over namespaces',
      ...['', '-a', '.a', '0'].flatMap((suffix) => {
        const name = suffix === '.a' ? '${NS}a' : `\${NS}${suffix}`;
        return [
          ...(suffix === '' ? [] : [post('/api/v1/namespaces', { metadata: { name } }, quiet)]),
          ...['y', 'x'].map((object) =>
            post(`/api/v1/namespaces/${name}/configmaps`, configMap(object, {}, { labels: { of: '${NS}' } }), quiet),
          ),
        ];
      }),
      get('/api/v1/configmaps?labelSelector=of%3D${NS}&includeObject=Metadata', asTable),
      get('/api/v1/configmaps?labelSelector=of%3D${NS}&limit=3', { ...asTable, save: { token: 'metadata.continue' } }),
      get('/api/v1/configmaps?labelSelector=of%3D${NS}&limit=3&continue=${token}', asTable),
    ),
    sequence(
      'nothing there',
      get(configMaps),
      get(`${configMaps}?limit=1`),
      get(`${configMaps}?resourceVersion=0`),
      get(widgets),
      get('/api/v1/namespaces/nowhere/configmaps'),
      get('/apis/lab.example.com/v1/namespaces/nowhere/widgets?limit=1'),
      get(configMaps, asTable),
      get(widgets, asTable),
      get(configMaps, { headers: { accept: 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io' } }),
    ),
  ],
};
