import type { Area, Step } from '../../sequence.ts';
import { apply, del, get, mergePatch, post, put, sequence, sequenceAlone, watch } from '../../steps.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

interface Parts {
  readonly schema?: object;
  readonly version?: object;
  readonly spec?: object;
  readonly name?: string;
}

/** Returns a definition for one sequence only: definitions are cluster-scoped. */
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

/** Specs that are incomplete or invalid. */
const halves: readonly object[] = [
  {},
  { names: {} },
  { versions: [] },
  { versions: [{}] },
  { group: 'a.b', names: { plural: 'xs', kind: 'X' } },
  { versions: [{ name: 'v1', served: true, storage: true }] },
  {
    versions: [
      { name: 'v1', storage: true },
      { name: 'v2', storage: true },
    ],
  },
  {
    scope: 'Foo',
    group: 'nodot',
    names: { plural: 'P_', singular: 'S_', kind: 'L', listKind: 'L', shortNames: ['_'], categories: ['_'] },
  },
  {
    group: 'a.b',
    scope: 'Cluster',
    preserveUnknownFields: true,
    names: { plural: 'xs', kind: 'X' },
    versions: [
      { name: 'v_1', storage: true, schema: { openAPIV3Schema: spec({ a: { type: 'string', default: '' } }) } },
    ],
    conversion: { strategy: 'Webhook' },
  },
];
const halfOf = (half: object): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'halves.defs.example.com' },
  spec: half,
});

const APPROVAL = 'api-approved.kubernetes.io';

/** Returns a definition in a group of Kubernetes, with the annotation that says who approved it. */
function approved(by: string | undefined, group = 'defs'): object {
  const name = `appr.${group}.k8s.io`;
  return {
    ...definition('Appr', { spec: { group: `${group}.k8s.io`, names: { plural: 'appr', kind: 'Appr' } } }),
    metadata: { name, ...(by !== undefined && { annotations: { [APPROVAL]: by } }) },
  };
}

/**
 * Applies an approval condition that conflicts with the controller's, instead of reading it: the real server's
 * controllers race for the order of conditions. If the condition has this status and reason, only the message
 * conflicts.
 */
function judged(group: string, status: string, reason: string): Step {
  const condition = { type: 'KubernetesAPIApprovalPolicyConformant', status, reason, message: 'another one' };
  return apply(`${crds}/appr.${group}.k8s.io/status`, 'm', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    status: { conditions: [condition] },
  });
}

/** Definitions: what is refused, and what the server reports in their status. */
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
      'half a definition',
      ...halves.flatMap((half) => [
        post(crds, halfOf(half)),
        apply(`${crds}/halves.defs.example.com`, 'm', halfOf(half)),
      ]),
    ),
    sequenceAlone(
      'approval in groups of Kubernetes',
      post(crds, approved(undefined)),
      post(crds, approved('')),
      post(crds, approved('by nobody')),
      post(crds, approved('/no/host')),
      post(crds, approved('https://?x')),
      apply(`${crds}/appr.defs.k8s.io`, 'm', approved(undefined)),
      post(crds, approved('unapproved, "tried"'), { quiet: true }),
      get('/apis/defs.k8s.io/v1/namespaces/${NS}/appr', { retry: true, quiet: true }),
      judged('defs', 'False', 'UnapprovedAnnotation'),
      mergePatch(`${crds}/appr.defs.k8s.io`, { metadata: { annotations: { [APPROVAL]: null } } }),
      mergePatch(`${crds}/appr.defs.k8s.io`, { metadata: { annotations: { [APPROVAL]: 'by nobody' } } }),
      del(`${crds}/appr.defs.k8s.io`, undefined, { quiet: true }),
      post(crds, approved('https://example.com/pull/1', 'second'), { quiet: true }),
      get('/apis/second.k8s.io/v1/namespaces/${NS}/appr', { retry: true, quiet: true }),
      judged('second', 'True', 'ApprovedAnnotation'),
      del(`${crds}/appr.second.k8s.io`, undefined, { quiet: true }),
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
