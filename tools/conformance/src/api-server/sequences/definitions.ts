import type { Area, Step } from '../sequence.ts';
import { del, get, mergePatch, post, put, sequence, sequenceAlone, watch } from '../steps.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Parts {
  readonly schema?: object;
  readonly version?: object;
  readonly spec?: object;
  readonly name?: string;
}

/** A definition of its own for each sequence: they are not in a namespace. */
function definition(kind: string, { schema = { type: 'object' }, version = {}, spec = {}, name }: Parts = {}): object {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: name ?? `${plural}.defs.example.com` },
    spec: {
      group: 'defs.example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version }],
      ...spec,
    },
  };
}

const spec = (properties: object): object => ({ type: 'object', properties: { spec: { type: 'object', properties } } });
const bad = (parts: Parts): Step => post(crds, definition('Bad', parts));

export const definitions: Area = {
  name: 'custom resource definitions',
  sequences: [
    sequenceAlone(
      'a life',
      post(crds, definition('Life', { name: 'lifes.life.example.com', spec: { group: 'life.example.com' } }), {
        save: { rv: 'metadata.resourceVersion' },
      }),
      get('/apis/life.example.com/v1/namespaces/${NS}/lifes', { retry: true }),
      get(`${crds}/lifes.life.example.com`),
      watch(`${crds}?resourceVersion=\${rv}&fieldSelector=metadata.name%3Dlifes.life.example.com`),
      get('/apis/life.example.com/v1'),
      post(
        '/apis/life.example.com/v1/namespaces/${NS}/lifes',
        { apiVersion: 'life.example.com/v1', kind: 'Life', metadata: { name: 'a' } },
        { quiet: true },
      ),
      del(`${crds}/lifes.life.example.com`),
      get(`${crds}/lifes.life.example.com`, { quiet: true }),
    ),
    sequence(
      'what is refused',
      bad({ version: { schema: undefined } }),
      bad({ schema: {} }),
      bad({ name: 'foo.bar' }),
      bad({ spec: { group: 'nodot' } }),
      bad({ spec: { versions: [] } }),
      bad({ schema: spec({ a: {} }) }),
      bad({ schema: spec({ a: { type: 'array' } }) }),
      bad({ schema: { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } } }),
      bad({ schema: spec({ a: { type: 'string', default: 5 } }) }),
      bad({ schema: spec({ a: { type: 'object', default: { y: 1 } } }) }),
      bad({
        schema: spec({
          a: {
            type: 'array',
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['x'],
            items: { type: 'object', properties: { x: { type: 'string' } } },
          },
        }),
      }),
      bad({ version: { additionalPrinterColumns: [{ name: 'A', type: 'bogus', jsonPath: 'x' }] } }),
      bad({ version: { subresources: { scale: { specReplicasPath: '.x', statusReplicasPath: '' } } } }),
      bad({ spec: { scope: 'Foo' } }),
      bad({ spec: { names: { plural: 'Bads', kind: 'bad_' } } }),
      bad({ spec: { conversion: { strategy: 'Webhook' } } }),
    ),
    sequence(
      'versions, deprecation and several of a kind',
      post(
        crds,
        definition('Multi', {
          spec: {
            versions: [
              {
                name: 'v1beta1',
                served: true,
                storage: false,
                deprecated: true,
                schema: { openAPIV3Schema: spec({ a: { type: 'string', default: 'x' } }) },
              },
              {
                name: 'v1',
                served: true,
                storage: true,
                schema: { openAPIV3Schema: spec({ a: { type: 'string' }, b: { type: 'string', default: 'y' } }) },
              },
              { name: 'v2alpha1', served: false, storage: false, schema: { openAPIV3Schema: { type: 'object' } } },
            ],
          },
        }),
      ),
      get('/apis/defs.example.com/v1/namespaces/${NS}/multis', { retry: true, quiet: true }),
      post('/apis/defs.example.com/v1/namespaces/${NS}/multis', {
        apiVersion: 'defs.example.com/v1',
        kind: 'Multi',
        metadata: { name: 'm' },
        spec: { b: 'z' },
      }),
      get('/apis/defs.example.com/v1beta1/namespaces/${NS}/multis/m'),
      mergePatch('/apis/defs.example.com/v1beta1/namespaces/${NS}/multis/m', { spec: { a: 'new' } }),
      get('/apis/defs.example.com/v1/namespaces/${NS}/multis/m'),
      get('/apis/defs.example.com/v2alpha1/namespaces/${NS}/multis'),
      post('/apis/defs.example.com/v1/namespaces/${NS}/multis', {
        apiVersion: 'defs.example.com/v1beta1',
        kind: 'Multi',
        metadata: { name: 'n' },
      }),
    ),
    sequence(
      'formats that nobody knows',
      post(crds, definition('Form', { schema: spec({ a: { type: 'string', format: 'foo' } }) })),
    ),
    sequence(
      'names that are taken',
      post(crds, definition('Taken'), { quiet: true }),
      get('/apis/defs.example.com/v1/namespaces/${NS}/takens', { retry: true, quiet: true }),
      post(crds, { ...definition('Other', { spec: { names: { plural: 'others', kind: 'Taken' } } }) }, { quiet: true }),
      get('/api/v1/namespaces/${NS}', { quiet: true }),
      get(`${crds}/takens.defs.example.com`),
    ),
    sequence(
      'changes',
      post(crds, definition('Chg'), { quiet: true }),
      get('/apis/defs.example.com/v1/namespaces/${NS}/chgs', { retry: true, quiet: true }),
      get(`${crds}/chgs.defs.example.com`, { quiet: true, save: { rv: 'metadata.resourceVersion' } }),
      put(`${crds}/chgs.defs.example.com`, definition('Chg')),
      mergePatch(`${crds}/chgs.defs.example.com`, { spec: { scope: 'Cluster' } }),
      mergePatch(`${crds}/chgs.defs.example.com`, { spec: { names: { kind: 'New' } } }),
      mergePatch(`${crds}/chgs.defs.example.com`, {
        spec: {
          versions: [{ name: 'v2', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      }),
      mergePatch(`${crds}/chgs.defs.example.com`, { metadata: { labels: { a: 'b' } } }),
    ),
  ],
};
