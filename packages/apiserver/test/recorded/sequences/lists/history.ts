import type { Area, Step } from '../../sequence.ts';
import {
  asTable,
  compact,
  configMap,
  configMaps,
  del,
  get,
  mergePatch,
  post,
  sequenceAlone,
  widget,
  widgets,
} from '../../steps.ts';

const quiet = { quiet: true };

/** Creates five objects, `a` to `e`. */
const five = (collection: string, make: (name: string) => object): Step[] =>
  ['a', 'b', 'c', 'd', 'e'].map((name) => post(collection, make(name), quiet));

/**
 * Requests for states that the server has forgotten. One sequence, because the real server needs up to 15 seconds to
 * forget.
 */
export const history: Area = {
  name: 'list history',
  sequences: [
    sequenceAlone(
      'states and tokens that are forgotten',
      ...five(configMaps, (name) => configMap(name, { a: '1' }, { labels: { not: name } })),
      ...five(widgets, (name) => widget(name)),
      get(`${configMaps}?limit=2`, {
        quiet: true,
        save: { token: 'metadata.continue', old: 'metadata.resourceVersion' },
      }),
      get(`${configMaps}?limit=2&labelSelector=not!%3Dd`, { quiet: true, save: { selective: 'metadata.continue' } }),
      get(`${widgets}?limit=2`, { quiet: true, save: { custom: 'metadata.continue' } }),
      post(configMaps, configMap('bb'), quiet),
      del(`${configMaps}/d`, undefined, quiet),
      mergePatch(`${configMaps}/a`, { data: { a: '2' } }, quiet),
      post(widgets, widget('bb'), { quiet: true, save: { last: 'metadata.resourceVersion' } }),
      compact(
        `${configMaps}?resourceVersion=\${old}&resourceVersionMatch=Exact`,
        `${widgets}?resourceVersion=\${old}&resourceVersionMatch=Exact`,
      ),
      get(`${configMaps}?resourceVersion=\${old}&resourceVersionMatch=Exact`),
      get(`${configMaps}?resourceVersion=\${old}&resourceVersionMatch=Exact&limit=1`),
      get(`${configMaps}?resourceVersion=\${old}&limit=1`),
      get(`${configMaps}?resourceVersion=\${old}`),
      get(`${configMaps}?resourceVersion=\${old}&resourceVersionMatch=NotOlderThan&limit=1`),
      get(`${configMaps}?resourceVersion=1&resourceVersionMatch=Exact`),
      get(`${configMaps}?resourceVersion=\${old}&resourceVersionMatch=Exact`, asTable),
      get(`${configMaps}/a?resourceVersion=\${old}`),
      get(`${configMaps}?resourceVersion=\${last}&resourceVersionMatch=Exact`),
      get(`${configMaps}?fieldSelector=metadata.name%3Da&resourceVersion=\${old}&resourceVersionMatch=Exact`),
      get(`${configMaps}?limit=2&continue=\${token}`, { save: { inconsistent: 'metadata.continue' } }),
      get(`${configMaps}?limit=2&continue=\${inconsistent}`, { save: { inconsistent: 'metadata.continue' } }),
      get(`${configMaps}?limit=1&continue=\${inconsistent}&resourceVersion=0`),
      get(`${configMaps}?limit=2&continue=\${inconsistent}`),
      get(`${configMaps}?limit=2&labelSelector=not!%3Dd&continue=\${selective}`),
      get(`${configMaps}?continue=\${token}`, asTable),
      del(`${configMaps}?continue=\${token}`),
      get(`${widgets}?resourceVersion=\${old}&resourceVersionMatch=Exact`),
      get(`${widgets}?limit=2&continue=\${custom}`, { save: { inconsistent: 'metadata.continue' } }),
      get(`${widgets}?limit=2&continue=\${inconsistent}`),
    ),
  ],
};
