import type { Area, RequestStep } from '../../sequence.ts';
import { apply, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import { installed, integer, listOf, mapOf, objectOf, open, quiet, text, thing, things } from './things.ts';

const embedded = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  properties: { spec: objectOf({ a: text }) },
};
const schema = objectOf({
  spec: objectOf({
    a: text,
    lo: listOf(objectOf({ x: text })),
    mo: mapOf(objectOf({ x: text })),
    open: { ...open, type: 'object', properties: { known: objectOf({ x: text }) } },
    any: mapOf(true),
    emb: embedded,
    embs: listOf(embedded),
    deep: objectOf({ er: objectOf({ x: text }) }),
  }),
  status: objectOf({ n: integer }),
});
const install = installed(schema, { subresources: { status: {} } });

const directives = ['', 'Ignore', 'Warn', 'Strict'] as const;
const everyDirective = (step: (query: string) => RequestStep): RequestStep[] =>
  directives.map((directive) => step(directive === '' ? '' : `&fieldValidation=${directive}`));
const dry = (query: string): string => `${things()}?dryRun=All${query}`;

const unknown = thing(
  't',
  {
    zz: 1,
    bad: { x: 1 },
    a: 'x',
    lo: [{ x: 'x', bad: 1 }, {}, { worse: [] }],
    mo: { 'k.1': { bad: 1 }, k: { x: 'x', b: 1 } },
    open: { unknown: { a: 1 }, known: { y: 1, x: 'x' } },
    any: { a: { b: 1 }, c: [{ d: 1 }] },
    deep: { er: { y: { z: 1 } } },
  },
  {
    extra: { a: 1 },
    another: 1,
    metadata: { name: 't', zebra: 1, apple: 2, labels: { a: 'b' } },
  },
);
const embeddedUnknown = thing(
  't',
  {
    zz: 1,
    embs: [
      { apiVersion: 'v1', kind: 'Pod', metadata: { zebra: 1, apple: 1 }, spec: { b: 1 } },
      { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', bad: 1 }, more: 1 },
    ],
    emb: { apiVersion: 'v1', kind: 'Pod', metadata: { bad: 1, labels: { a: 'b' } }, extra: 1, spec: { a: 'x', c: 1 } },
  },
  { metadata: { name: 't', zebra: 1 } },
);
const withDuplicates = `{"apiVersion":"\${NS}.example.com/v1","kind":"Thing","kind":"Thing",
"metadata":{"name":"x","name":"t","bad":1,"labels":{"a":"1","a":"2"}},
"spec":{"a":"1","a":"2","zz":1,"zz":2,"lo":[{"x":"1","x":"2"},{"bad":1,"bad":2}],"open":{"q":1,"q":2,"r":{"s":1,"s":2}},
"mo":{"k":{"x":"1"},"k":{"x":"2"}}},"extra":1,"extra":2}`;
const yaml = { headers: { 'content-type': 'application/yaml' } };
const yamlBody = `apiVersion: \${NS}.example.com/v1
kind: Thing
metadata:
  name: t
spec:
  a: x
  a: y
  bad: 1
  bad: 2
  lo:
  - x: a
    x: b
`;

/** What is said of fields that a kind does not have, and of fields that are given twice. */
export const customFieldValidation: Area = {
  name: 'field validation of custom objects',
  sequences: [
    sequence(
      'unknown fields in creates',
      ...install,
      ...everyDirective((query) => post(dry(query), unknown)),
      ...['Foo', 'strict', 'Warn,Strict'].map((directive) => post(dry(`&fieldValidation=${directive}`), unknown)),
    ),
    sequence(
      'unknown fields of embedded objects',
      ...install,
      ...everyDirective((query) => post(dry(query), embeddedUnknown)),
    ),
    sequence('fields that are given twice', ...install, ...everyDirective((query) => post(dry(query), withDuplicates))),
    sequence('keys that YAML has twice', ...install, ...everyDirective((query) => post(dry(query), yamlBody, yaml))),
    sequence(
      'unknown fields in updates',
      ...install,
      post(things(), thing('t', { a: 'x' }), { save: { rv: 'metadata.resourceVersion' } }),
      ...everyDirective((query) =>
        put(`${things()}/t?dryRun=All${query}`, {
          ...unknown,
          metadata: { name: 't', zebra: 1, resourceVersion: '${rv}' },
        }),
      ),
      put(`${things()}/t?fieldValidation=Foo`, thing('t')),
    ),
    sequence(
      'unknown fields in patches',
      ...install,
      post(things(), thing('t', { a: 'x' }), quiet),
      ...everyDirective((query) =>
        mergePatch(`${things()}/t?dryRun=All${query}`, { spec: { zz: 1, a: 'y' }, extra: 1 }),
      ),
      ...everyDirective((query) =>
        jsonPatch(`${things()}/t?dryRun=All${query}`, [
          { op: 'add', path: '/spec/zz', value: 1 },
          { op: 'add', path: '/metadata/zebra', value: 1 },
          { op: 'replace', path: '/spec/a', value: 'y' },
        ]),
      ),
      mergePatch(`${things()}/t?fieldValidation=Foo`, {}),
      ...everyDirective((query) => mergePatch(`${things()}/t?dryRun=All${query}`, '{"spec":{"a":"y","a":"z"}}')),
      ...everyDirective((query) =>
        jsonPatch(
          `${things()}/t?dryRun=All${query}`,
          '[{"op":"add","op":"replace","path":"/spec/a","value":"q","more":1}]',
        ),
      ),
      ...everyDirective((query) => mergePatch(`${things()}/t?dryRun=All${query}`, { spec: 5 })),
    ),
    sequence(
      'unknown fields in applied configurations',
      ...install,
      ...everyDirective((query) => apply(`${things()}/t?dryRun=All${query}`, 'm', thing('t', { a: 'x', zz: 1 }))),
      apply(`${things()}/t?fieldValidation=Foo`, 'm', thing('t')),
      ...everyDirective((query) =>
        apply(`${things()}/t?dryRun=All${query}`, 'm', thing('t', { open: { zz: 1 }, any: { a: { b: 1 } } })),
      ),
    ),
    sequence(
      'unknown fields in a status',
      ...install,
      post(things(), thing('t', { a: 'x' }), quiet),
      ...everyDirective((query) =>
        mergePatch(`${things()}/t/status?dryRun=All${query}`, { status: { n: 1, zz: 1 }, spec: { bad: 1 } }),
      ),
    ),
    sequence(
      'so many findings that they are cut',
      ...install,
      post(
        dry(''),
        thing(
          't',
          Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`unknown-${index}-${'x'.repeat(40)}`, 1])),
        ),
      ),
      post(dry(''), thing('t', { ['ü'.repeat(300)]: 1, ['y'.repeat(4000)]: 1, z: 1 })),
      post(dry(''), thing('t', { ['y'.repeat(4090)]: 1 })),
      post(
        dry('&fieldValidation=Strict'),
        thing(
          't',
          Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`unknown-${index}-${'x'.repeat(40)}`, 1])),
        ),
      ),
    ),
  ],
};
