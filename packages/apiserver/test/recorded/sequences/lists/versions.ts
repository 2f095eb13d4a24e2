import type { Area, Step } from '../../sequence.ts';
import { configMap, configMaps, del, get, mergePatch, post, sequence, settle, widget, widgets } from '../../steps.ts';

const matches = ['', 'NotOlderThan', 'Exact', 'Foo', 'exact'];
const quiet = { quiet: true };

/** Lists with every `resourceVersionMatch`, each without and with a limit. */
const everyMatch = (collection: string, version: string): Step[] =>
  matches.flatMap((match) =>
    ['', '&limit=1'].map((limit) =>
      get(`${collection}?resourceVersion=${version}&resourceVersionMatch=${match}${limit}`, { compareVersion: true }),
    ),
  );

/**
 * Creates `a` and `b`, and saves the version `old`; then changes `a`, deletes `b`, creates `c`, and saves the version
 * `new`; then creates `d`.
 */
const twoStates = (collection: string, make: (name: string) => object, change: object): Step[] => [
  post(collection, make('a'), quiet),
  post(collection, make('b'), { quiet: true, save: { old: 'metadata.resourceVersion' } }),
  mergePatch(`${collection}/a`, change, quiet),
  del(`${collection}/b`, undefined, quiet),
  post(collection, make('c'), { quiet: true, save: { new: 'metadata.resourceVersion' } }),
  post(collection, make('d'), quiet),
  settle(collection),
];

const configMapStates = twoStates(configMaps, (name) => configMap(name), { data: { a: '2' } });
const widgetStates = twoStates(widgets, (name) => widget(name), { spec: { color: 'green' } });

/** Which state a list shows. */
export const listVersions: Area = {
  name: 'list versions',
  sequences: [
    sequence(
      'no version',
      ...configMapStates,
      get(configMaps),
      get(`${configMaps}?limit=1`),
      ...everyMatch(configMaps, ''),
      get(`${configMaps}?resourceVersionMatch=`),
      get(`${configMaps}?resourceVersionMatch=Exact&limit=1`),
    ),
    sequence('version 0', ...configMapStates, ...everyMatch(configMaps, '0'), get(`${configMaps}?resourceVersion=00`)),
    sequence('an old version', ...configMapStates, ...everyMatch(configMaps, '${old}')),
    sequence('the newest version', ...configMapStates, ...everyMatch(configMaps, '${new}')),
    sequence('an old version of custom objects', ...widgetStates, ...everyMatch(widgets, '${old}')),
    sequence('version 0 of custom objects', ...widgetStates, ...everyMatch(widgets, '0')),
    sequence(
      'an old version, all namespaces',
      ...configMapStates,
      ...['Exact', 'NotOlderThan'].map((match) =>
        get(
          `/api/v1/configmaps?resourceVersion=\${old}&resourceVersionMatch=${match}&fieldSelector=metadata.namespace%3D\${NS}`,
          { compareVersion: true },
        ),
      ),
    ),
    sequence(
      'an old version with selectors',
      ...configMapStates,
      get(`${configMaps}?resourceVersion=\${old}&resourceVersionMatch=Exact&fieldSelector=metadata.name%3Db`),
      get(`${configMaps}?resourceVersion=\${old}&resourceVersionMatch=NotOlderThan&fieldSelector=metadata.name%3Db`),
      get(`${configMaps}?resourceVersion=\${old}&limit=1&labelSelector=!x`, { compareVersion: true }),
    ),
    sequence(
      'an old version of objects of the cluster',
      post('/api/v1/nodes', { metadata: { name: '${NS}-a', labels: { of: '${NS}' } } }, quiet),
      post(
        '/api/v1/nodes',
        { metadata: { name: '${NS}-b', labels: { of: '${NS}' } } },
        { quiet: true, save: { old: 'metadata.resourceVersion' } },
      ),
      del('/api/v1/nodes/${NS}-a', undefined, quiet),
      get('/api/v1/nodes?labelSelector=of%3D${NS}&resourceVersion=${old}&resourceVersionMatch=Exact'),
      get('/api/v1/nodes?labelSelector=of%3D${NS}&resourceVersion=${old}&resourceVersionMatch=NotOlderThan'),
      get('/api/v1/nodes?labelSelector=of%3D${NS}&limit=1'),
      del('/api/v1/nodes/${NS}-b', undefined, quiet),
    ),
    sequence('version 1 of something', ...configMapStates, ...everyMatch(configMaps, '1')),
    sequence(
      'a version that is still to come, any',
      post(configMaps, configMap('a'), quiet),
      get(`${configMaps}?resourceVersion=999999999`),
    ),
    sequence(
      'a version that is still to come, not older',
      get(`${configMaps}?resourceVersion=999999999&resourceVersionMatch=NotOlderThan&limit=1`),
    ),
    sequence(
      'a version that is still to come, exactly',
      get(`${configMaps}?resourceVersion=999999999&resourceVersionMatch=Exact`),
    ),
    sequence(
      'a version that is still to come, exactly, with a limit',
      get(`${configMaps}?resourceVersion=999999999&limit=1`),
    ),
    sequence('a custom version that is still to come', get(`${widgets}?resourceVersion=999999999`)),
    sequence('an object at a version that is still to come', get(`${configMaps}/a?resourceVersion=999999999`)),
    sequence(
      'versions that are none',
      post(configMaps, configMap('a'), quiet),
      ...[
        'abc',
        '-5',
        '1.5',
        '+1',
        '%201',
        '007',
        '0x1',
        '1e3',
        '18446744073709551616',
        '99999999999999999999999',
      ].flatMap((version) => [
        get(`${configMaps}?resourceVersion=${version}&limit=1&resourceVersionMatch=Exact`),
        get(`${configMaps}/a?resourceVersion=${version}`),
      ]),
      get(`${configMaps}?resourceVersion=abc`),
      get(`${configMaps}?resourceVersion=abc&resourceVersionMatch=Foo`),
      get(`${widgets}?resourceVersion=abc`),
      get(`${widgets}/a?resourceVersion=abc`),
      get(`${configMaps}/missing?resourceVersion=abc`),
    ),
    sequence(
      'an object at a version',
      ...configMapStates,
      get(`${configMaps}/a`),
      get(`${configMaps}/a?resourceVersion=0`),
      get(`${configMaps}/a?resourceVersion=\${old}`),
      get(`${configMaps}/a?resourceVersion=\${new}&resourceVersionMatch=Exact`),
      get(`${configMaps}/b?resourceVersion=\${old}`),
      get(`${configMaps}/a?resourceVersionMatch=Foo&limit=abc&labelSelector=x%3D%3D%3D&fieldSelector=z`),
    ),
  ],
};
