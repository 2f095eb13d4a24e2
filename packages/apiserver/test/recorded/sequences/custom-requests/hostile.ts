import type { Area, RequestStep } from '../../sequence.ts';
import { apply, get, jsonPatch, mergePatch, post, sequence } from '../../steps.ts';
import { installed, integer, listOf, mapOf, open, quiet, specOf, text, thing, things } from './things.ts';

const MAX_BODY = 3 * 1024 * 1024;
const large = { withoutBody: true };
const a = `${things()}/a`;
const stored = `${things()}/stored`;
const dry = (query = ''): string => `${things()}?dryRun=All${query}`;
const numbered = (count: number, name = 'k'): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);
const numberedMap = (count: number, value: unknown): object =>
  Object.fromEntries(numbered(count).map((key) => [key, value]));

/** An object as JSON, with this text as its spec. */
const withSpec = (spec: string): string =>
  `{"apiVersion":"\${NS}.example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":${spec}}`;
const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const maps = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

const yaml = (body: string): RequestStep =>
  post(dry(), `apiVersion: \${NS}.example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: ${body}\n`, {
    headers: { 'content-type': 'application/yaml' },
  });

/** Numbers that are hard to read. */
const literals: readonly string[] = [
  '1'.repeat(400),
  `-${'9'.repeat(308)}`,
  `0.${'0'.repeat(5000)}1`,
  `${'1'.repeat(300)}.${'3'.repeat(300)}`,
  `1${'0'.repeat(400)}e-400`,
  `0.${'0'.repeat(400)}1e400`,
  '1e-400',
  '-1e-400',
  '1e0000000000000000000000308',
  '1e99999999999999999999',
  '1e-99999999999999999999',
  '-0e400',
  '0e99999999999999999999',
  '2.2250738585072011e-308',
  '5e-324',
  '1.7976931348623158e308',
  '1.7976931348623159e308',
];

/** Patterns that take some engines forever, with a text that does so. */
const patterns: Readonly<Record<string, readonly [pattern: string, text: string]>> = {
  nested: ['^(a+)+$', 'a'],
  alternatives: ['^(a|a|aa)*b$', 'a'],
  optional: ['^(a?){50}a{50}$', 'a'],
  overlapping: ['(x+x+)+y', 'x'],
  groups: ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  spaces: ['^\\s*(\\s+\\S+)*\\s*!$', ' '],
  dots: ['^.*.*.*.*.*=.*$', 'x'],
  counted: ['^(?:(?:a{1,9}){1,9}){1,9}b$', 'a'],
  unicode: ['^(\\p{L}|\\pL|.)*\\z!', 'é'],
};

/** A patch that does this many times the same. */
const times = (count: number, ...operations: readonly object[]): object[] =>
  Array.from({ length: count }, () => operations).flat();

/** Objects and patches that are made to take much time or memory. */
export const hostileObjects: Area = {
  name: 'hostile custom objects',
  sequences: [
    sequence(
      'many findings',
      ...installed(
        specOf({ l: listOf(text), m: mapOf(integer), set: listOf(text, { 'x-kubernetes-list-type': 'set' }) }),
      ),
      post(dry(), thing('a', { l: Array.from({ length: 300 }, (_, index) => index) })),
      post(dry(), thing('a', { l: Array.from({ length: 300 }, () => ({})) })),
      post(dry(), thing('a', { set: [...numbered(200), ...numbered(200), ...numbered(200)] })),
      post(dry('&fieldValidation=Strict'), thing('a', numberedMap(300, 1))),
      post(dry(), thing('a', numberedMap(2000, 1)), large),
      post(
        dry('&fieldValidation=Strict'),
        withSpec(
          `{${numbered(150)
            .map((key) => `"${key}":1,"${key}":2`)
            .join(',')}}`,
        ),
      ),
      post(dry('&fieldValidation=Strict'), withSpec(`{"m":{${'"a":1,'.repeat(150)}"a":1}}`)),
      post(
        dry('&fieldValidation=Strict'),
        withSpec(
          `{"m":{${numbered(150)
            .map((key) => `"${key}":1,"${key}":2`)
            .join(',')}}}`,
        ),
      ),
      post(
        dry(),
        withSpec(
          `{"m":{${numbered(150)
            .map((key) => `"${key}":1,"${key}":2`)
            .join(',')}}}`,
        ),
        large,
      ),
      post(dry('&fieldValidation=Strict'), thing('a', { ['x'.repeat(100_000)]: 1 }), large),
      post(dry(), thing('a', { ['x'.repeat(100_000)]: 1, y: 1 }), large),
      post(dry(), thing('a', { m: { ['x'.repeat(100_000)]: 'x' } }), large),
    ),
    sequence(
      'objects of three megabytes',
      ...installed(
        specOf({
          a: text,
          short: { ...text, maxLength: 10 },
          pattern: { ...text, pattern: '^b' },
          few: listOf(integer, { maxItems: 10 }),
          list: listOf(integer),
          set: listOf(text, { 'x-kubernetes-list-type': 'set' }),
          map: mapOf(integer),
          keyed: listOf(
            { type: 'object', required: ['k'], properties: { k: text } },
            { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
          ),
          any: open,
        }),
      ),
      post(dry(), withSpec(`{"a":"${'x'.repeat(MAX_BODY - 500)}"}`), large),
      post(dry(), withSpec(`{"short":"${'x'.repeat(MAX_BODY - 500)}"}`)),
      post(dry(), withSpec(`{"pattern":"${'a'.repeat(MAX_BODY - 500)}"}`), large),
      post(dry(), withSpec(`{"few":[${'1,'.repeat(1_400_000)}1]}`)),
      post(dry(), withSpec(`{"list":[${'1,'.repeat(500_000)}1]}`), large),
      // The real server takes a minute for ten times as many.
      post(dry(), withSpec(`{"set":${JSON.stringify(numbered(20_000))}}`), large),
      post(dry(), withSpec(`{"set":${JSON.stringify([...numbered(20_000), 'k7'])}}`)),
      post(dry(), withSpec(`{"map":${JSON.stringify(numberedMap(20_000, 1))}}`), large),
      post(dry(), withSpec(`{"keyed":${JSON.stringify(numbered(10_000).map((k) => ({ k })))}}`), large),
      post(dry(), withSpec(`{"keyed":${JSON.stringify([...numbered(10_000), 'k7'].map((k) => ({ k })))}}`)),
      post(dry(), withSpec(`{"any":${JSON.stringify(numberedMap(20_000, { a: [] }))}}`), large),
      post(things(), withSpec(`{"unknown":"${'x'.repeat(MAX_BODY - 500)}"}`)),
      post(things(), withSpec(`{"a":"${'x'.repeat(1_600_000)}"}`)),
      get(things(), { quiet: true }),
    ),
    sequence(
      'patches that nest deeply',
      ...installed(specOf({ any: open })),
      post(things(), thing('a', { any: {} }), quiet),
      mergePatch(a, `{"spec":{"any":${maps(9999)}}}`),
      mergePatch(a, `{"spec":{"any":${lists(9999)}}}`),
      jsonPatch(a, `[{"op":"add","path":"/spec/any/x","value":${lists(9999)}}]`),
      apply(`${a}?force=true`, 'm', withSpec(`{"any":${maps(10_001)}}`), { withoutBody: true }),
      mergePatch(a, `{"spec":{"any":${maps(500)}}}`, large),
      mergePatch(a, `{"spec":{"any":{"a":${lists(500)}}}}`, large),
      jsonPatch(a, [{ op: 'test', path: `/spec/any${'/a'.repeat(20_000)}`, value: 1 }]),
      jsonPatch(a, [{ op: 'add', path: '/'.repeat(100_000), value: 1 }]),
    ),
    sequence(
      'JSON patches that grow',
      ...installed(specOf({ any: open, l: listOf(integer) })),
      post(things(), thing('a', { any: { x: ['x'], text: 'y'.repeat(1000), o: {} }, l: [1, 2, 3] }), quiet),
      jsonPatch(a, times(40, { op: 'copy', from: '/spec/any/x', path: '/spec/any/x/-' })),
      jsonPatch(a, times(40, { op: 'copy', from: '/spec/any', path: '/spec/any/again' })),
      jsonPatch(a, times(40, { op: 'copy', from: '/spec', path: '/spec/any/o/spec' })),
      jsonPatch(a, times(3000, { op: 'copy', from: '/spec/any/text', path: '/spec/any/copy' }), large),
      jsonPatch(a, times(3140, { op: 'copy', from: '/spec/any/text', path: '/spec/any/copy' })),
      jsonPatch(a, times(12, { op: 'copy', from: '/spec/any/x', path: '/spec/any/x/-' })),
      jsonPatch(a, times(10_001, { op: 'test', path: '/spec/l/0', value: 1 })),
      jsonPatch(a, times(10_000, { op: 'test', path: '/spec/l/0', value: 1 })),
      jsonPatch(a, times(5000, { op: 'add', path: '/spec/l/0', value: 1 }, { op: 'remove', path: '/spec/l/-1' })),
      jsonPatch(a, times(5000, { op: 'add', path: '/spec/l/0', value: 1 }), large),
      jsonPatch(
        a,
        [
          { op: 'add', path: '/spec/l/5001', value: 7 },
          { op: 'remove', path: '/spec/l/5000' },
          { op: 'test', path: '/spec/l/-1', value: 3 },
          ...times(2500, { op: 'remove', path: '/spec/l/0' }, { op: 'move', from: '/spec/l/-1', path: '/spec/l/0' }),
          { op: 'copy', from: '/spec/l', path: '/spec/any/l' },
          ...times(2495, { op: 'remove', path: '/spec/l/1' }),
        ],
        large,
      ),
      jsonPatch(a, times(2500, { op: 'remove', path: '/spec/any/l/0' })),
      get(a),
      jsonPatch(
        a,
        times(
          3000,
          { op: 'move', from: '/spec/any', path: '/spec/l' },
          { op: 'move', from: '/spec/l', path: '/spec/any' },
        ),
      ),
      mergePatch(a, { spec: { any: numberedMap(50_000, null) } }),
      mergePatch(a, { spec: { any: numberedMap(50_000, { a: null }) } }, large),
    ),
    sequence(
      'patterns that backtrack',
      ...installed(
        specOf(Object.fromEntries(Object.entries(patterns).map(([name, [pattern]]) => [name, { ...text, pattern }]))),
      ),
      ...Object.entries(patterns).flatMap(([name, [, part]]) => [
        post(dry(), thing('a', { [name]: part.repeat(200) })),
        post(dry(), thing('a', { [name]: part.repeat(100_000) }), large),
      ]),
    ),
    sequence(
      'numbers that are hard to read',
      ...installed(specOf({ any: open, i: integer, n: { type: 'number' } })),
      post(things(), thing('stored', { any: {} }), quiet),
      ...literals.flatMap((literal) => [
        post(dry(), withSpec(`{"any":[${literal}]}`)),
        post(dry(), withSpec(`{"i":${literal},"n":${literal}}`)),
        mergePatch(`${stored}?dryRun=All`, `{"spec":{"any":${literal},"n":${literal}}}`),
        jsonPatch(`${stored}?dryRun=All`, `[{"op":"add","path":"/spec/any","value":${literal}}]`),
      ]),
      post(dry(), withSpec(`{"any":${'1'.repeat(1_000_000)}}`), large),
      post(dry(), withSpec(`{"n":0.${'0'.repeat(1_000_000)}1}`)),
      post(
        dry(),
        `{"apiVersion":"\${NS}.example.com/v1","kind":"Thing","metadata":{"name":"a","generation":${'1'.repeat(400)}}}`,
      ),
      ...[
        '1'.repeat(400),
        `0x${'f'.repeat(400)}`,
        `0b${'1'.repeat(70)}`,
        `0o${'7'.repeat(40)}`,
        '1_000_000',
        `1${'_0'.repeat(400)}`,
        '.5e400',
        '1e1000',
        '-.inf',
        '.NaN',
        '190:20:30',
        '0b111',
        '0xFFFFFFFFFFFFFFFF',
        '-0x8000000000000000',
        '18446744073709551616',
      ].map((literal) => yaml(`{any: [${literal}]}`)),
      apply(`${a}?force=true`, 'm', withSpec(`{"any":${'1'.repeat(400)}}`)),
      apply(`${a}?force=true`, 'm', withSpec(`{"any":[1e-400,-0.0,1e21],"n":1e400}`)),
    ),
  ],
};
