import type { Area, RequestStep } from '../../sequence.ts';
import {
  apply,
  asTable,
  del,
  frames,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  settle,
  startWatch,
} from '../../steps.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const texts = (...names: string[]): object => Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

const version = (name: string, properties: object, storage = false): object => ({
  name,
  served: true,
  storage,
  subresources: { status: {} },
  additionalPrinterColumns: Object.keys(properties).map((field) => ({
    name: field,
    type: 'string',
    jsonPath: `.spec.${field}`,
  })),
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties },
        status: { type: 'object', properties: texts('phase') },
      },
    },
  },
});

const v1 = version('v1', texts('name', 'color'), true);
const v2 = version('v2', {
  ...texts('first', 'last', 'color'),
  size: { type: 'integer', default: 1 },
});

/** Returns a definition in a group of the sequence's own, whose objects the webhook converts. */
const definition = (
  clientConfig: object = { url: '${WEBHOOK}/convert', caBundle: '${WEBHOOK_CA}' },
  conversionReviewVersions = ['v1'],
): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [v1, v2],
    conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } },
  },
});
const crd = `${crds}/things.\${NS}.example.com`;
/** Returns a patch of the `caBundle` of a definition. */
const caBundle = (value: string | null): object => ({
  spec: { conversion: { webhook: { clientConfig: { caBundle: value } } } },
});
const EMPTY_PEM = '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n';
const things = (name: string): string => `/apis/\${NS}.example.com/${name}/namespaces/\${NS}/things`;
const thing = (name: string, spec: object, apiVersion: string, metadata: object = {}): object => ({
  apiVersion: `\${NS}.example.com/${apiVersion}`,
  kind: 'Thing',
  metadata: { name, ...metadata },
  spec,
});
/** Installs a definition, and waits until its objects can be created: the real server takes two seconds. */
const installed = (body: object = definition()): RequestStep[] => [
  post(crds, body, { quiet: true }),
  get(things('v1'), { quiet: true, retry: true }),
  post(things('v1'), thing('first', {}, 'v1'), { quiet: true, retry: true }),
  del(`${things('v1')}/first`, undefined, { quiet: true, retry: true }),
];

/**
 * Creates an object that makes the webhook do something wrong, in the stored version, and reads it in the other one.
 */
const misdeed = (what: string, index: number): RequestStep[] => {
  const metadata = { annotations: { 'lab.example.com/misdeed': what }, labels: { mine: 'yes' } };
  return [
    post(things('v1'), thing(`m${index}`, { name: 'Ada Lovelace' }, 'v1', metadata), { quiet: true }),
    get(`${things('v2')}/m${index}`),
  ];
};
const misdeeds = (...all: string[]): RequestStep[] => [...installed(), ...all.flatMap(misdeed)];

const ada = thing('ada', { first: 'Ada', last: 'Lovelace' }, 'v2');
const alan = thing('alan', { name: 'Alan Turing', color: 'red' }, 'v1');

/** Objects that a webhook converts. */
export const conversionWebhooks: Area = {
  name: 'conversion webhooks',
  sequences: [
    sequence(
      'an object is written and read in both versions',
      ...installed(),
      post(things('v2'), ada),
      get(`${things('v1')}/ada`),
      get(`${things('v2')}/ada`),
      post(things('v1'), alan),
      get(`${things('v2')}/alan`),
      settle(things('v2')),
      get(things('v1')),
      get(things('v2')),
      get(`${things('v2')}?limit=1`),
      get(things('v2'), asTable),
      get(`${things('v2')}?labelSelector=a%3Db`),
      get(`${things('v2')}?fieldSelector=metadata.name%3Dalan`),
    ),
    sequence(
      'an object is changed in the version that is not stored',
      ...installed(),
      post(things('v1'), alan, { save: { RV: 'metadata.resourceVersion' } }),
      put(`${things('v2')}/alan`, thing('alan', { first: 'A', last: 'T' }, 'v2', { resourceVersion: '${RV}' }), {
        save: { RV: 'metadata.resourceVersion' },
      }),
      put(`${things('v2')}/alan`, thing('alan', { first: 'A', last: 'T' }, 'v2', { resourceVersion: '${RV}' })),
      mergePatch(`${things('v2')}/alan`, { spec: { last: 'Turing' } }),
      mergePatch(`${things('v2')}/alan`, { spec: { last: 'Turing' } }),
      jsonPatch(`${things('v2')}/alan`, [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }]),
      mergePatch(`${things('v2')}/alan/status`, { status: { phase: 'done' } }),
      get(`${things('v1')}/alan`),
      put(`${things('v2')}/alan`, thing('alan', {}, 'v2', { resourceVersion: '1' })),
      mergePatch(`${things('v2')}/nobody`, { spec: {} }),
      post(things('v2'), thing('alan', {}, 'v2')),
    ),
    sequence(
      'what was converted once is converted again, and not deleted when that fails',
      ...installed(),
      post(things('v1'), alan, { quiet: true }),
      get(`${things('v2')}/alan`),
      ...misdeed('breaks', 0),
      get(`${things('v2')}/alan`),
      del(`${things('v2')}/alan`),
      get(`${things('v1')}/alan`),
      del(`${things('v2')}?labelSelector=mine%3Dyes`),
      get(`${things('v1')}/m0`),
      del(`${things('v1')}/alan`),
    ),
    sequence(
      'a dry run asks the webhook too',
      ...installed(),
      post(`${things('v2')}?dryRun=All`, ada),
      post(things('v2'), ada),
      mergePatch(`${things('v2')}/ada?dryRun=All`, { spec: { last: 'Byron' } }),
      del(`${things('v2')}/ada?dryRun=All`),
      get(`${things('v2')}/ada`),
    ),
    sequence(
      'managers apply in different versions',
      ...installed(),
      apply(`${things('v2')}/ada`, 'one', thing('ada', { first: 'Ada' }, 'v2')),
      apply(`${things('v1')}/ada`, 'two', thing('ada', { color: 'red' }, 'v1')),
      apply(`${things('v2')}/ada`, 'one', thing('ada', { first: 'Augusta' }, 'v2')),
      apply(`${things('v2')}/ada`, 'one', thing('ada', { first: 'Augusta' }, 'v2')),
      apply(`${things('v1')}/ada`, 'three', thing('ada', { name: 'Ada Byron' }, 'v1')),
      apply(`${things('v1')}/ada?force=true`, 'three', thing('ada', { name: 'Ada Byron' }, 'v1')),
      apply(`${things('v2')}/new?dryRun=All`, 'one', thing('new', { last: 'X' }, 'v2')),
    ),
    sequence(
      'an object is deleted in the version that is not stored',
      ...installed(),
      post(things('v1'), alan, { quiet: true }),
      del(`${things('v2')}/alan`),
      get(`${things('v1')}/alan`),
      post(things('v2'), thing('held', { first: 'x' }, 'v2', { finalizers: ['example.com/f'] }), { quiet: true }),
      del(`${things('v2')}/held`),
      mergePatch(`${things('v2')}/held`, { metadata: { finalizers: null } }),
      post(things('v2'), thing('a', { first: 'a' }, 'v2'), { quiet: true }),
      post(things('v1'), thing('b', { name: 'b' }, 'v1'), { quiet: true }),
      settle(things('v2')),
      del(things('v2')),
      get(things('v1')),
    ),
    sequence(
      'watches see objects in their version',
      ...installed(),
      post(things('v1'), alan, { quiet: true }),
      settle(things('v1')),
      settle(things('v2')),
      startWatch('first', things('v1')),
      startWatch('second', things('v2')),
      startWatch('selected', `${things('v2')}?labelSelector=a%3Db`),
      frames('first', 1),
      frames('second', 1),
      post(things('v2'), ada, { quiet: true }),
      mergePatch(`${things('v1')}/alan`, { metadata: { labels: { a: 'b' } } }, { quiet: true }),
      mergePatch(`${things('v2')}/alan`, { metadata: { labels: null } }, { quiet: true }),
      del(`${things('v1')}/ada`, undefined, { quiet: true }),
      frames('first', 4),
      frames('second', 4),
      frames('selected', 2),
    ),
    sequence(
      'where a webhook is said to be that cannot be there',
      ...[
        {},
        { url: 'https://a', service: { name: 'a', namespace: 'b' } },
        { url: 'http://a.example.com/convert' },
        { url: 'https://me:secret@a.example.com:8443/convert?x=y#z' },
        { url: 'https:///convert' },
        { url: 'convert' },
        { service: { name: '', namespace: 'b' } },
        { service: { name: 'a', namespace: '' } },
        { service: { name: 'a', namespace: 'b', port: 70_000, path: 'convert' } },
        { service: { name: 'a', namespace: 'b', port: 0, path: '//' } },
        { service: { name: 'a', namespace: 'b', path: '/a//b_c/' } },
      ].map((clientConfig) => post(crds, definition(clientConfig))),
      ...[[], ['v2'], ['v1', 'v1'], ['V1', 'v1beta1'], ['v1beta1', 'v1']].map((versions) =>
        post(`${crds}?dryRun=All`, definition(undefined, versions)),
      ),
    ),
    sequence(
      'authorities that are none',
      post(crds, definition({ url: 'https://a.example.com', caBundle: 'bm9uZQ==' }), { quiet: true }),
      get(crd, { quiet: true, retry: true }),
      mergePatch(crd, caBundle('c3RpbGwgbm9uZQ=='), { quiet: true }),
      mergePatch(crd, caBundle('${WEBHOOK_CA}'), { quiet: true }),
      get(things('v1'), { quiet: true, retry: true }),
      mergePatch(crd, caBundle('bm9uZQ==')),
      mergePatch(crd, caBundle(Buffer.from(EMPTY_PEM, 'utf8').toString('base64'))),
      mergePatch(crd, caBundle(null), { quiet: true }),
      mergePatch(crd, caBundle('bm9uZQ==')),
    ),
    sequence(
      'a webhook that says that it cannot',
      ...misdeeds('fails', 'fails silently', 'no result', 'no response', 'other uid'),
    ),
    sequence(
      'a webhook that answers something else',
      ...misdeeds('other review', 'other version of review', 'no JSON', 'half of it', 'nothing'),
    ),
    sequence(
      'a webhook that answers with another status',
      ...misdeeds('status 400', 'status 403', 'status 404', 'status 500', 'status 500 and why', 'status 503'),
    ),
    sequence(
      'a webhook that answers other objects',
      ...misdeeds(
        'no objects',
        'too many objects',
        'other kind',
        'other version',
        'other name',
        'other namespace',
        'other uid of object',
        'no metadata',
        'text as metadata',
      ),
    ),
    sequence(
      'what a webhook may change of the metadata',
      ...misdeeds('labels', 'no labels', 'other metadata', 'unknown fields'),
    ),
    sequence(
      'labels and annotations of a webhook that are none',
      ...misdeeds('list as labels', 'number as label', 'bad label', 'bad annotation'),
    ),
    sequence(
      'a write that the webhook does not convert is not made',
      ...installed(),
      post(things('v2'), thing('a', {}, 'v2', { annotations: { 'lab.example.com/misdeed': 'fails' } })),
      get(`${things('v1')}/a`),
      post(things('v1'), thing('b', { name: 'b' }, 'v1'), { quiet: true }),
      mergePatch(`${things('v2')}/b`, { metadata: { annotations: { 'lab.example.com/misdeed': 'fails' } } }),
      get(`${things('v1')}/b`),
    ),
    sequence(
      'a webhook that nobody serves',
      ...installed(definition({ url: 'https://127.0.0.1:1/convert' })),
      post(things('v1'), alan),
      get(`${things('v2')}/alan`),
      post(things('v2'), ada),
      get(`${things('v1')}/alan`),
      del(`${things('v1')}/alan`),
    ),
  ],
};
