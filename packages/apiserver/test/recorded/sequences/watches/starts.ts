import type { Area, Step } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  del,
  frames,
  get,
  mergePatch,
  post,
  sequence,
  sequenceAlone,
  settle,
  startWatch,
  watch,
  widget,
  widgets,
} from '../../steps.ts';

const quiet = { quiet: true };

/** Creates two objects, saves the version of the first as `old`, and changes the first. */
const before: Step[] = [
  post(configMaps, configMap('b'), { quiet: true, save: { old: 'metadata.resourceVersion' } }),
  post(configMaps, configMap('a'), quiet),
  mergePatch(`${configMaps}/b`, { data: { a: '2' } }, quiet),
  settle(configMaps),
];
const after: Step[] = [
  post(configMaps, configMap('c'), quiet),
  mergePatch(`${configMaps}/a`, { data: { a: '2' } }, quiet),
  del(`${configMaps}/b`, undefined, quiet),
];

/** Opens a watch, makes the changes, and waits for this many frames. */
const live = (query: string, count: number): Step[] => [
  startWatch('w', `${configMaps}${query}`),
  ...after,
  frames('w', count),
];

/** The first events of a watch. */
export const watchStarts: Area = {
  name: 'watch starts',
  sequences: [
    sequence('no version', ...before, ...live('', 5)),
    sequence('version 0', ...before, ...live('?resourceVersion=0', 5)),
    sequence('a version', ...before, ...live('?resourceVersion=${old}', 5)),
    sequence('a version that is still to come', ...before, watch(`${configMaps}?resourceVersion=999999999`)),
    sequence('initial events', ...before, ...live('?sendInitialEvents=true&resourceVersionMatch=NotOlderThan', 5)),
    sequence(
      'initial events at a version',
      ...before,
      ...live('?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=${old}', 5),
    ),
    sequence(
      'initial events at version 0',
      ...before,
      ...live('?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0', 5),
    ),
    sequence('no initial events', ...before, ...live('?sendInitialEvents=false&resourceVersionMatch=NotOlderThan', 3)),
    sequence(
      'no initial events at version 0',
      ...before,
      ...live('?sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0', 3),
    ),
    sequence(
      'no initial events after a version',
      ...before,
      ...live('?sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=${old}', 5),
    ),
    sequence(
      'the end of the initial events',
      ...before,
      startWatch('w', `${configMaps}?allowWatchBookmarks=true`),
      frames('w', 3),
      startWatch('x', `${configMaps}?allowWatchBookmarks=true&resourceVersion=0`),
      frames('x', 3),
      startWatch(
        'y',
        `${configMaps}?allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
      ),
      frames('y', 3),
      startWatch(
        'z',
        `${configMaps}?allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=\${old}`,
      ),
      frames('z', 3),
      startWatch('s', `${configMaps}?allowWatchBookmarks=true&labelSelector=nobody`),
      frames('s', 1),
      startWatch('n', '/api/v1/namespaces/nowhere/configmaps?allowWatchBookmarks=1'),
      frames('n', 1),
    ),
    sequence(
      'the end of the initial events of other kinds',
      ...[
        '/api/v1/namespaces/${NS}/pods',
        '/api/v1/namespaces/${NS}/services',
        '/api/v1/namespaces/${NS}/secrets',
        '/api/v1/namespaces/${NS}/events',
        '/api/v1/nodes',
        '/api/v1/namespaces',
        '/apis/apps/v1/namespaces/${NS}/deployments',
        '/apis/apps/v1/namespaces/${NS}/statefulsets',
        '/apis/batch/v1/namespaces/${NS}/jobs',
        '/apis/batch/v1/namespaces/${NS}/cronjobs',
        '/apis/networking.k8s.io/v1/namespaces/${NS}/ingresses',
        '/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/rolebindings',
        '/apis/coordination.k8s.io/v1/namespaces/${NS}/leases',
        '/apis/autoscaling/v2/namespaces/${NS}/horizontalpodautoscalers',
        '/apis/policy/v1/namespaces/${NS}/poddisruptionbudgets',
        '/apis/events.k8s.io/v1/namespaces/${NS}/events',
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        '/apis/lab.example.com/v1/namespaces/${NS}/widgets',
      ].flatMap((collection, index) => [
        startWatch(`w${index}`, `${collection}?allowWatchBookmarks=true&fieldSelector=metadata.name%3Dnobody`),
        frames(`w${index}`, 1),
      ]),
    ),
    sequence(
      'initial events at a version that is still to come',
      watch(`${configMaps}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=999999999`),
    ),
    sequence(
      'no initial events at a version that is still to come',
      watch(`${configMaps}?sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=999999999`),
    ),
    sequence(
      'a custom version that is still to come',
      watch(`${widgets}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=999999999`),
    ),
    sequenceAlone(
      'versions from before the history',
      watch(`${configMaps}?resourceVersion=1`),
      watch(`${configMaps}?resourceVersion=1&allowWatchBookmarks=true`),
      watch(`${widgets}?resourceVersion=1`),
      watch(`${configMaps}?resourceVersion=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`),
      watch(`${configMaps}?resourceVersion=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`),
      watch(`${configMaps}?resourceVersion=1`, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
    ),
    sequence(
      'custom objects',
      post(widgets, widget('b'), { quiet: true, save: { old: 'metadata.resourceVersion' } }),
      post(widgets, widget('a'), quiet),
      settle(widgets),
      startWatch('w', widgets),
      startWatch('o', `${widgets}?resourceVersion=\${old}`),
      startWatch('n', `${widgets}?sendInitialEvents=false&resourceVersionMatch=NotOlderThan`),
      mergePatch(`${widgets}/a`, { spec: { color: 'green' } }, quiet),
      del(`${widgets}/b`, undefined, quiet),
      frames('w', 4),
      frames('o', 3),
      frames('n', 2),
    ),
    sequence(
      'initial events in the order of the keys',
      ...['b', 'a', 'a-b', 'a.b', 'ab', '0'].map((name) => post(configMaps, configMap(name, {}), quiet)),
      settle(configMaps),
      startWatch('w', configMaps),
      frames('w', 6),
      get(`${configMaps}?limit=1`),
    ),
  ],
};
