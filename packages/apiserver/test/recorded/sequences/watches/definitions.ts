import type { Area } from '../../sequence.ts';
import { del, frames, get, mergePatch, post, sequence, startWatch, watch } from '../../steps.ts';

const quiet = { quiet: true };
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const group = 'ends.example.com';

const version = (name: string, storage: boolean, fields: object = {}): object => ({
  name,
  served: true,
  storage,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string' }, ...fields } } },
    },
  },
});
const definition = (kind: string, versions: object[]): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${kind.toLowerCase()}s.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: `${kind.toLowerCase()}s`, kind },
    versions,
  },
});
const path = (plural: string, name = 'v1'): string => `/apis/${group}/${name}/namespaces/\${NS}/${plural}`;
const object = (kind: string, name: string, spec: object = {}): object => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name },
  spec,
});

/** Watches of custom objects whose definition is changed or deleted. */
export const watchDefinitions: Area = {
  name: 'watches and definitions',
  sequences: [
    sequence(
      'a watch ends when its definition changes',
      post(crds, definition('Changed', [version('v1', true)]), quiet),
      post(path('changeds'), object('Changed', 'a'), { quiet: true, retry: true }),
      startWatch('w', path('changeds')),
      frames('w', 1),
      mergePatch(
        `${crds}/changeds.${group}`,
        { spec: { versions: [version('v1', true, { b: { type: 'string', default: 'x' } })] } },
        quiet,
      ),
      frames('w'),
    ),
    sequence(
      'a watch stays when its definition changes in nothing that is served',
      post(crds, definition('Kept', [version('v1', true)]), quiet),
      post(path('kepts'), object('Kept', 'a'), { quiet: true, retry: true }),
      startWatch('w', path('kepts')),
      mergePatch(`${crds}/kepts.${group}`, { metadata: { labels: { a: 'b' } } }, quiet),
      post(path('kepts'), object('Kept', 'b'), quiet),
      frames('w', 2),
    ),
    sequence(
      'a watch ends when its definition goes',
      post(crds, definition('Gone', [version('v1', true)]), quiet),
      post(path('gones'), object('Gone', 'a'), { quiet: true, retry: true }),
      startWatch('w', path('gones')),
      del(`${crds}/gones.${group}`, undefined, quiet),
      frames('w'),
    ),
    sequence(
      'watches of other versions',
      post(
        crds,
        definition('Turned', [version('v1', true), version('v2', false, { b: { type: 'string', default: 'x' } })]),
        quiet,
      ),
      get(path('turneds', 'v2'), { quiet: true, retry: true }),
      post(path('turneds'), object('Turned', 'a', { a: '1' }), {
        quiet: true,
        retry: true,
        save: { rv: 'metadata.resourceVersion' },
      }),
      startWatch('one', path('turneds')),
      startWatch('two', path('turneds', 'v2')),
      startWatch('end', `${path('turneds', 'v2')}?allowWatchBookmarks=true`),
      frames('end', 2),
      mergePatch(`${path('turneds', 'v2')}/a`, { spec: { b: 'set' } }, quiet),
      del(`${path('turneds')}/a`, undefined, quiet),
      frames('one', 3),
      frames('two', 3),
      watch(`${path('turneds', 'v2')}?resourceVersion=\${rv}`),
    ),
  ],
};
