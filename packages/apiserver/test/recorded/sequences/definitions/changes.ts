import type { Area, RequestStep } from '../../sequence.ts';
import { apply, del, get, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  crd,
  crds,
  definition,
  installed,
  quiet,
  served,
  specOf,
  text,
  thing,
  things,
  tried,
  v1,
  version,
} from './definition-of.ts';

const twoVersions = [v1(specOf({ a: text })), version('v2', specOf({ a: text, b: text }))];
/** Patches the names. */
const renamed = (names: object, options: object = {}): RequestStep => mergePatch(crd, { spec: { names } }, options);
/** Waits until the server has decided about the latest names. */
const established: RequestStep = get(crd, { quiet: true, shows: 'InitialNamesAccepted' });
const status = (value: object, options: object = {}): RequestStep =>
  mergePatch(`${crd}/status`, { status: value }, options);
/** Makes `v2` the stored version. */
const moved = (options: object = {}): RequestStep =>
  jsonPatch(
    crd,
    [
      { op: 'replace', path: '/spec/versions/0/storage', value: false },
      { op: 'replace', path: '/spec/versions/1/storage', value: true },
    ],
    options,
  );
const withoutFirst = (options: object = {}): RequestStep =>
  jsonPatch(crd, [{ op: 'remove', path: '/spec/versions/0' }], options);

/** A definition whose kind is that of `things`. */
const rival = (names: object, spec: object = {}): object =>
  definition(
    [v1()],
    { names: { plural: 'rivals', kind: 'Thing', ...names }, ...spec },
    { name: 'rivals.${NS}.example.com' },
  );
const rivalPath = `${crds}/rivals.\${NS}.example.com`;

/** What may be changed in a definition, and what then happens to it. */
export const definitionChanges: Area = {
  name: 'changes of definitions',
  sequences: [
    sequence(
      'versions of the object that an update names',
      ...served(),
      established,
      put(crd, definition()),
      put(crd, definition([v1()], {}, { resourceVersion: '1' })),
      put(crd, definition([v1()], {}, { resourceVersion: '' })),
      put(`${crds}/others.\${NS}.example.com`, definition([v1()], {}, { name: 'others.${NS}.example.com' })),
      mergePatch(`${crds}/others.\${NS}.example.com`, { spec: {} }),
      put(crd, definition([v1()], {}, { name: 'others.${NS}.example.com' })),
      post(crds, definition()),
      get(crd, { quiet: true, save: { rv: 'metadata.resourceVersion' } }),
      put(crd, definition([v1(specOf({ a: text }))], {}, { resourceVersion: '${rv}' })),
    ),
    sequence(
      'what stays once it is established',
      ...served(),
      established,
      mergePatch(crd, { spec: { group: 'other.example.com' } }),
      renamed({ plural: 'others' }),
      mergePatch(crd, { spec: { scope: 'Cluster' } }),
      renamed({ kind: 'Other' }),
      mergePatch(crd, {
        spec: { group: 'nodot', scope: 'Foo', names: { plural: 'Others', kind: 'O_', listKind: 'O_' } },
      }),
      mergePatch(crd, { spec: { versions: null } }),
      mergePatch(crd, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'what can be changed later',
      ...served(),
      established,
      renamed({ singular: 'one' }, quiet),
      renamed({ listKind: 'Things' }, quiet),
      renamed({ shortNames: ['th', 'tg'], categories: ['all'] }, quiet),
      get(crd, { shows: '"categories":["all"]},"storedVersions"' }),
      mergePatch(crd, { spec: { versions: twoVersions } }, quiet),
      get(things('v2'), { quiet: true, retry: true }),
      get(things('v2')),
      get('/apis/${NS}.example.com/v2', { shows: '"one"' }),
      renamed({ shortNames: null, categories: null }, quiet),
      mergePatch(
        crd,
        {
          spec: {
            conversion: {
              strategy: 'Webhook',
              webhook: { clientConfig: { url: '${WEBHOOK}/convert' }, conversionReviewVersions: ['v1'] },
            },
          },
        },
        quiet,
      ),
      mergePatch(crd, { spec: { conversion: { strategy: 'None' } } }),
      mergePatch(crd, { spec: { conversion: null } }, quiet),
      get(crd, { quiet: true }),
    ),
    sequence(
      'what stays while it is not established',
      ...served(),
      post(crds, rival({}), quiet),
      get(rivalPath, { quiet: true, shows: 'NotAccepted' }),
      mergePatch(rivalPath, { spec: { group: 'other.example.com' } }),
      mergePatch(rivalPath, { spec: { names: { plural: 'others' } } }),
      mergePatch(rivalPath, { spec: { scope: 'Cluster' } }, quiet),
      mergePatch(rivalPath, { spec: { names: { kind: 'Rival', listKind: 'RivalList', singular: 'rival' } } }, quiet),
      get(rivalPath, { shows: 'InitialNamesAccepted' }),
      get('/apis/${NS}.example.com/v1/rivals', { retry: true }),
    ),
    sequence(
      'generations',
      ...served(),
      established,
      mergePatch(crd, { metadata: { annotations: { a: 'b' } } }),
      status({ storedVersions: ['v1', 'v0'] }, quiet),
      status({ storedVersions: ['v1'] }, quiet),
      mergePatch(crd, { spec: { versions: [v1(specOf({ a: text }))] } }, { quiet: true, later: true }),
      get(crd, { quiet: true }),
      mergePatch(crd, { spec: { versions: [v1(specOf({ a: text }))] } }),
      mergePatch(crd, { spec: { versions: [v1({ ...specOf({ a: text }), required: [] })] } }),
      mergePatch(crd, { status: { storedVersions: ['v7'] } }),
      mergePatch(crd, { metadata: { generation: 77 } }),
    ),
    sequence(
      'empty lists that a schema is sent with',
      ...served(),
      established,
      mergePatch(`${crd}?fieldManager=m1`, { spec: { versions: [v1(specOf({ a: text }))] } }),
      mergePatch(`${crd}?fieldManager=m2`, { spec: { versions: [v1({ ...specOf({ a: text }), required: [] })] } }),
      mergePatch(`${crd}?fieldManager=m3`, { spec: { versions: [v1(specOf({ a: { ...text, enum: [] } }))] } }),
      mergePatch(`${crd}?fieldManager=m4`, { spec: { versions: [v1(specOf({ a: { ...text, enum: null } }))] } }),
      mergePatch(`${crd}?fieldManager=m5`, { spec: { versions: [v1(specOf({ a: text }), { selectableFields: [] })] } }),
    ),
    sequence(
      'versions that objects are stored in',
      ...installed(definition(twoVersions)),
      established,
      post(things(), thing('old', { spec: { a: '1' } }), quiet),
      moved({ quiet: true }),
      get(crd),
      withoutFirst(),
      jsonPatch(crd, [{ op: 'replace', path: '/spec/versions/0/name', value: 'v3' }]),
      get(`${things('v2')}/old`, { retry: true }),
      mergePatch(`${things('v2')}/old`, { spec: { b: '2' } }, { retry: true }),
      status({ storedVersions: ['v2'] }),
      withoutFirst({ quiet: true }),
      get(crd),
      get(`${things('v2')}/old`, { retry: true }),
      get(`${things()}/old`),
    ),
    sequence(
      'stored versions that are not true',
      ...served(definition(twoVersions)),
      established,
      status({ storedVersions: [] }),
      status({ storedVersions: null }),
      status({ storedVersions: ['v7', 'v1', 'v7'] }),
      mergePatch(crd, { metadata: { labels: { a: 'b' } } }),
      status({ storedVersions: ['v2'] }),
      mergePatch(crd, { metadata: { labels: { a: 'c' } } }),
      status({ storedVersions: ['V_'] }),
      mergePatch(crd, { metadata: { labels: { a: 'd' } } }),
      status({ storedVersions: ['v1'] }, quiet),
      get(crd, { quiet: true, save: { rv: 'metadata.resourceVersion' } }),
      put(`${crd}/status`, {
        ...definition([v1()], { scope: 'Cluster' }, { resourceVersion: '${rv}', labels: { by: 'status' } }),
        status: { storedVersions: ['v1'], acceptedNames: { plural: 'things', kind: 'Thing' } },
      }),
    ),
    sequence(
      'what a status may be',
      ...served(),
      established,
      status({
        acceptedNames: { plural: 'Th_', singular: '-', kind: '1', listKind: '1', shortNames: ['A'], categories: [''] },
      }),
      status({ conditions: [{ type: 'Mine', status: 'Maybe' }] }),
      status({ conditions: [{ type: 'Mine', status: 'True', reason: 'r', message: 'm', lastTransitionTime: null }] }),
      status({ observedGeneration: 5 }),
      mergePatch(`${crd}/status`, {
        spec: { group: 'x' },
        metadata: { annotations: { a: 'b' }, finalizers: ['example.com/f'] },
      }),
      mergePatch(`${crd}/status`, { metadata: { finalizers: null, labels: { 'not ok': '' } } }),
      put(`${crd}/status`, definition()),
      get(`${crd}/status`),
      del(`${crd}/status`),
      apply(`${crd}/status`, 'm', { ...definition(), status: { storedVersions: ['v1'] } }),
      get(`${crds}/nope.example.com/status`),
    ),
    sequence(
      'formats that were there before',
      post(crds, definition([v1(specOf({ a: { type: 'string', format: 'foo' } }))])),
      established,
      mergePatch(crd, { metadata: { labels: { a: 'b' } } }),
      mergePatch(crd, {
        spec: {
          versions: [v1(specOf({ a: { type: 'string', format: 'foo' }, b: { type: 'string', format: 'bar' } }))],
        },
      }),
      tried(
        definition([
          v1(specOf({ a: { type: 'string', format: 'foo' }, b: { type: 'integer', format: 'foo' } })),
          version('v2', specOf({ a: { type: 'string', format: 'bar' } })),
        ]),
      ),
    ),
    sequence(
      'schemas that change while objects are there',
      ...installed(definition([v1(specOf({ a: text, b: text }))])),
      post(things(), thing('x', { spec: { a: '1', b: '2' } }), quiet),
      mergePatch(
        crd,
        { spec: { versions: [v1(specOf({ a: { type: 'integer' }, c: { type: 'string', default: 'd' } }))] } },
        quiet,
      ),
      get(`${things()}/x`, { shows: '"c"' }),
      mergePatch(`${things()}/x`, { metadata: { labels: { a: 'b' } } }, { retry: true }),
      mergePatch(`${things()}/x`, { spec: { c: 'e' } }),
      post(things(), thing('y', { spec: { a: 'text' } })),
      mergePatch(crd, { spec: { versions: [v1(specOf({ a: text, b: text }))] } }, quiet),
      get(`${things()}/x`, { hides: '"c"' }),
    ),
  ],
};
