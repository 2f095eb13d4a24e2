import type { Area, RequestStep } from '../../sequence.ts';
import { jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  installed,
  installedVersions,
  integer,
  listOf,
  open,
  quiet,
  specOf,
  text,
  thing,
  things,
  version,
} from './things.ts';

const send = (body: string): RequestStep => post(`${things()}?dryRun=All`, body);
const api = '"apiVersion":"${NS}.example.com/v1"';
const yaml = { headers: { 'content-type': 'application/yaml' } };

/** Bodies that are no JSON object, or objects without a kind or a version. */
const notObjects = [
  '',
  ' ',
  '{}',
  '[]',
  'null',
  'true',
  '5',
  '"x"',
  '{"kind":"Thing"}',
  `{${api}}`,
  `{${api},"kind":""}`,
  `{${api},"kind":null,"metadata":{"name":"t"}}`,
  `{${api},"kind":5}`,
  '{"apiVersion":5,"kind":"Thing"}',
  '{"apiVersion":"","kind":"Thing","metadata":{"name":"t"}}',
  '{"apiVersion":"a/b/c","kind":"Thing","metadata":{"name":"t"}}',
  '{"apiVersion":null,"kind":"Thing","metadata":{"name":"t"}}',
  `{"metadata":{"name":"t"},"spec":{"a":"a text that is longer than thirty bytes"}}`,
  `{${api},"kind":"Thing"`,
  `{${api},"kind":"Thing"}}`,
  `{${api},"kind":"Thing"} {}`,
  `{${api},"kind":"Thing","metadata":{"name":"t"},"spec":{"a":"\\x"}}`,
  `{${api},"kind":"Thing","metadata":{"name":"t"},"spec":{"a":01}}`,
  `{${api},"kind":"Thing","metadata":{"name":"t"},"spec":{"a":1,}}`,
  `{${api},"kind":"Thing","metadata":{"name":"t"},"spec":{"a":NaN}}`,
  `{${api},"kind":"Thing","metadata":{"name":"t"},"spec":{'a':1}}`,
  `{${api},"Kind":"Thing","metadata":{"name":"t"}}`,
  `{"APIVERSION":"\${NS}.example.com/v1","kind":"Thing","metadata":{"name":"t"}}`,
];

/** What stands where the spec of the kind has an object. */
const spec = (value: string): string => `{${api},"kind":"Thing","metadata":{"name":"t"},"spec":${value}}`;

/** How the body of a write becomes an object. */
export const customDecoding: Area = {
  name: 'decoding of custom objects',
  sequences: [
    sequence('bodies that are no object of a kind', ...installed(specOf({ a: text })), ...notObjects.map(send)),
    sequence(
      'kinds and versions of others',
      ...installedVersions([version('v1', specOf({ a: text })), version('v2', specOf({ a: text, b: text }))]),
      post(things(), thing('a', { a: 'x' })),
      ...[
        { apiVersion: 'v1', kind: 'ConfigMap' },
        { apiVersion: 'v1', kind: 'Thing' },
        { apiVersion: 'other.example.com/v1', kind: 'Thing' },
        { apiVersion: '${NS}.example.com/v2', kind: 'Thing' },
        { apiVersion: '${NS}.example.com/v3', kind: 'Thing' },
        { apiVersion: '${NS}.example.com/v1', kind: 'ThingList' },
        { apiVersion: '${NS}.example.com/v1', kind: 'thing' },
        { apiVersion: '${NS}.example.com/v1', kind: 'Status' },
        { apiVersion: 'v1', kind: 'Status' },
        { apiVersion: 'v1', kind: 'DeleteOptions' },
      ].flatMap((type) => [
        post(things(), { ...type, metadata: { name: 'b' }, spec: { a: 'x' } }),
        put(`${things()}/a`, { ...type, metadata: { name: 'a' }, spec: { a: 'x' } }),
        mergePatch(`${things()}/a`, type),
      ]),
      post(things('v2'), thing('b', { a: 'x' })),
      put(`${things('v2')}/a`, thing('a', { a: 'x' })),
      jsonPatch(`${things()}/a`, [{ op: 'remove', path: '/kind' }]),
      jsonPatch(`${things()}/a`, [{ op: 'remove', path: '/apiVersion' }]),
    ),
    sequence(
      'a wrong kind hides everything else that is wrong',
      ...installed(specOf({ a: text, n: { ...integer, minimum: 5 } }, { required: ['a'] }), {}, thing('f', { a: 'x' })),
      post(things(), { ...thing('B_', { n: 1, zz: 1 }), kind: 'Other' }),
      post(things(), { ...thing('b', { n: 1, zz: 1 }), kind: 'Other', metadata: {} }),
      post(things(), thing('B_', { n: 1 })),
      post(things(), thing('a', { a: 'x' }), quiet),
      mergePatch(`${things()}/a`, { kind: 'Other', spec: { n: 1 } }),
    ),
    sequence(
      'values that are read',
      ...installed(specOf({ any: open, i: integer, n: { type: 'number' }, l: listOf(open) })),
      ...[
        '{"any":1e400}',
        '{"any":-1e400}',
        '{"i":1e400}',
        '{"any":[1e3,2.0,-0,-0.0,1E2,0.1,1e-7,1e21,123456789012345678901234567890]}',
        '{"i":2.0}',
        '{"n":2.0}',
        '{"any":9223372036854775807}',
        '{"any":9223372036854775808}',
        '{"any":"\\u0000\\ud800\\udc00\\ud800 \\/"}',
        '{"any":"\u2028<&>"}',
        '"text"',
        '5',
        '[{}]',
        'null',
        'true',
      ].map((value) => send(spec(value))),
    ),
    sequence(
      'bodies in YAML',
      ...installed(specOf({ any: open, a: text, i: integer })),
      ...[
        'kind: Thing\n',
        'apiVersion: ${NS}.example.com/v1\n',
        '',
        '- a\n',
        'a: b: c\n',
        'apiVersion: ${NS}.example.com/v1\nkind: Other\nmetadata: {name: t}\n',
        'apiVersion: ${NS}.example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec: {any: {1: a, true: b, 1.5: c, null: d}}\n',
        'apiVersion: ${NS}.example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec: {any: [on, off, y, 0x1f, 0o17, 017, 1_000, .inf, ~, 2020-01-02, "x"], i: 2.0}\n',
        'apiVersion: ${NS}.example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec: {a: 5, i: "5"}\n',
        'apiVersion: ${NS}.example.com/v1\nkind: Thing\nmetadata: {name: t}\nspec:\n  any: &x {b: 1}\n  a: *x\n',
        'apiVersion: ${NS}.example.com/v1\nkind: Thing\nmetadata: {name: t}\n---\nkind: Thing\n',
      ].map((body) => post(`${things()}?dryRun=All`, body, yaml)),
    ),
    sequence(
      'names of fields that JavaScript knows',
      ...installed(specOf({ any: open, a: text, constructor: text, map: { ...open, type: 'object' } })),
      ...[
        '{"__proto__":{"a":"x"}}',
        '{"any":{"__proto__":{"a":"x"},"constructor":{"prototype":{"b":1}},"toString":1,"hasOwnProperty":2}}',
        '{"constructor":"x","prototype":"y","valueOf":"z"}',
        '{"constructor":5}',
        '{"map":{"__proto__":null,"a":{"__proto__":"x"}}}',
      ].flatMap((value) => [send(spec(value)), post(`${things()}?dryRun=All&fieldValidation=Strict`, spec(value))]),
      post(things(), spec('{"any":{"__proto__":{"a":"x"},"constructor":1}}')),
      mergePatch(`${things()}/t`, '{"spec":{"any":{"__proto__":{"b":"y"},"constructor":{"c":1}}}}'),
      mergePatch(`${things()}/t`, '{"spec":{"any":{"__proto__":null}}}'),
      jsonPatch(`${things()}/t`, '[{"op":"add","path":"/spec/any/__proto__","value":{"d":1}}]'),
      jsonPatch(`${things()}/t`, '[{"op":"test","path":"/spec/any/toString","value":null}]'),
      jsonPatch(`${things()}/t`, '[{"op":"remove","path":"/spec/any/hasOwnProperty"}]'),
      {
        method: 'PATCH',
        path: `${things()}/t?fieldManager=m&force=true`,
        body: spec('{"any":{"__proto__":{"e":1}},"constructor":"x"}'),
        headers: { 'content-type': 'application/apply-patch+yaml' },
      },
    ),
  ],
};
