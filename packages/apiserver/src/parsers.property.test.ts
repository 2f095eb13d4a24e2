import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, StatusError } from '@kb/apimachinery';
import { readToken } from './authentication/json-web-token.ts';
import { readContinueToken } from './handlers/lists/continue-token.ts';
import { contentTypeOf, parseAccept } from './http/media-type.ts';
import { parseQuery } from './http/query.ts';
import { parseRequestPath } from './http/request-info.ts';
import { parseYaml, YamlError } from './yaml/parse-yaml.ts';
import { decodeProtobuf, encodeProtobuf } from './serializer/protobuf/index.ts';
import { DecodeError } from './serializer/decode-error.ts';
import { parseJsonPath } from './tables/json-path/json-path.ts';
import { mutated } from './test-support/arbitrary-requests.ts';

const numRuns = Number(process.env['KB_RUNS'] ?? 500);
const seed = Number(process.env['KB_SEED'] ?? 6);
const timeout = 60_000 + numRuns * 20;

/** Parses a text; may only throw errors about an invalid text. */
interface Parser {
  readonly name: string;
  readonly words: readonly string[];
  readonly read: (text: string) => unknown;
  readonly refuses?: abstract new (...args: never[]) => Error;
}

const base64Url = (text: string): string => Buffer.from(text).toString('base64url');
const document = {
  metadata: { name: 'a', labels: { a: '1' } },
  spec: { items: [{ type: 'x', n: 1 }, { type: 'y' }], null: null },
};

const parsers: readonly Parser[] = [
  {
    name: 'continue tokens',
    words: [
      '{',
      '}',
      '"v":',
      '"meta.k8s.io/v1"',
      '"rv":',
      '5',
      '-1',
      ',',
      '"start":',
      '"a\\u0000"',
      '"../x"',
      '"/a/b"',
      'null',
      '"RV":',
      '"__proto__":',
    ],
    read: (text) => readContinueToken(base64Url(text), 'ns/'),
    refuses: StatusError,
  },
  {
    name: 'continue tokens as they come',
    words: ['eyJ2', 'Ijoi', '=', '-', '_', '+', '/', ' ', '\n'],
    read: (text) => readContinueToken(text, ''),
    refuses: StatusError,
  },
  {
    name: 'tokens of service accounts',
    words: ['e30', 'eyJpc3MiOiJ4In0', 'bnVsbA', 'W10', '.', '=', '-', '_', '+', '/', ' ', '\n', '{'],
    read: readToken,
  },
  {
    name: 'Accept headers',
    words: [
      'application/json',
      'application/*',
      '*/*',
      ';',
      ',',
      'q=',
      '0.5',
      '1',
      'as=Table',
      'v=v1',
      'g=meta.k8s.io',
      '"',
      '\\',
      '=',
      ' ',
      '/',
      'text',
    ],
    read: parseAccept,
  },
  {
    name: 'content types',
    words: ['application/json', ';', 'charset=utf-8', '"', '=', '/', ' ', '+', ',', 'x'],
    read: contentTypeOf,
  },
  {
    name: 'queries',
    words: ['watch', '=', '&', ';', '%', '%zz', '%2', '%20', '+', '1', '__proto__', '#', '?'],
    read: parseQuery,
  },
  {
    name: 'paths',
    words: [
      '/',
      'api',
      'apis',
      'v1',
      'namespaces',
      'default',
      'pods',
      'status',
      'watch',
      '%2F',
      '%',
      '..',
      '.',
      '__proto__',
      'é',
    ],
    read: (text) => parseRequestPath(`/${text}`),
  },
  {
    name: 'paths in JSON',
    words: [
      '.metadata',
      '.spec',
      '.items',
      '[',
      ']',
      '*',
      '0',
      '-1',
      ':',
      "'a'",
      '"',
      '..',
      '.',
      '?(@',
      '.type',
      '==',
      '"x"',
      ')',
      '\\',
      '\\.',
      '@',
      '>',
      '{',
      '}',
    ],
    read: (text) => parseJsonPath(text)?.(document),
  },
];

const textOf = (words: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(''));

describe.each(parsers)('any text for $name', ({ words, read, refuses }) => {
  /** Returns `read` or `refused`; other errors are thrown. */
  const outcomeOf = (text: string): string => {
    try {
      read(text);
      return 'read';
    } catch (error) {
      if (refuses !== undefined && error instanceof refuses) return 'refused';
      throw error;
    }
  };

  test(
    'is read or refused',
    () => {
      fc.assert(
        fc.property(textOf(words), (text) => {
          expect(outcomeOf(text)).toMatch(/^re/);
        }),
        { numRuns, seed },
      );
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
    timeout,
  );

  test.each(words)('also with ten thousand times %j', (word) => {
    expect(outcomeOf(word.repeat(10_000))).toMatch(/^re/);
    expect(outcomeOf(`${word.repeat(10_000)}!`)).toMatch(/^re/);
  });
});

const yaml = [
  'a',
  'b',
  ':',
  ': ',
  '- ',
  '\n',
  '\n  ',
  '? ',
  '&x ',
  '*x',
  '<<: ',
  '[',
  ']',
  '{',
  '}',
  ',',
  '"',
  "'",
  '|',
  '>',
  '#',
  '!!int ',
  '!!binary ',
  '!x ',
  '%YAML 1.1\n',
  '---\n',
  '...\n',
  '\t',
  'yes',
  '0x1f',
  '0o7',
  '.inf',
  '1e3',
  '2001-01-01',
  '~',
  '__proto__',
  'null',
];

/** Returns `read` or `refused`; other errors are thrown. */
async function outcomeOfYaml(text: string): Promise<string> {
  try {
    await parseYaml(text);
    return 'read';
  } catch (error) {
    if (error instanceof YamlError) return 'refused';
    throw error;
  }
}

test(
  'any YAML is read or refused, and changes no prototype',
  async () => {
    await fc.assert(
      fc.asyncProperty(textOf(yaml), async (text) => {
        expect(await outcomeOfYaml(text)).toMatch(/^re/);
      }),
      { numRuns, seed },
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
  timeout,
);

test.each([
  ['nested lists', '['.repeat(5000)],
  ['nested maps', '{a: '.repeat(2000)],
  ['nested blocks', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
  [
    'aliases of aliases',
    [
      'a0: &a0 [x]',
      ...Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(9)}]`),
    ].join('\n'),
  ],
  [
    'merges of merges',
    [
      'a0: &a0 {x: 1}',
      ...Array.from(
        { length: 30 },
        (_, index) => `a${index + 1}: &a${index + 1} {<<: *a${index}, b${index}: *a${index}}`,
      ),
    ].join('\n'),
  ],
  ['an alias of itself', 'a: &a [*a]'],
  ['many keys', Array.from({ length: 20_000 }, (_, index) => `k${index}: ${index}`).join('\n')],
])('YAML of %s is read or refused', async (_, text) => {
  expect(await outcomeOfYaml(text)).toMatch(/^re/);
});

const objects: JsonObject[] = [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', labels: { a: '1' }, creationTimestamp: '2026-01-02T03:04:05Z' },
    data: { x: 'y' },
    binaryData: { b: 'YWJj' },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'd',
      managedFields: [{ manager: 'm', operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: { 'f:spec': {} } }],
    },
    spec: {
      replicas: 3,
      selector: { matchLabels: { a: 'b' } },
      strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
      template: {
        spec: {
          containers: [
            { name: 'c', image: 'i', resources: { limits: { cpu: '100m' } }, ports: [{ containerPort: 80 }] },
          ],
        },
      },
    },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'x.y' },
    spec: {
      group: 'y',
      versions: [
        {
          name: 'v1',
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { a: { items: { type: 'string', default: 'x' }, additionalProperties: true } },
            },
          },
        },
      ],
    },
  },
];
const samples = objects.map(encodeProtobuf);

test(
  'any bytes are protobuf of Kubernetes or refused',
  () => {
    const envelope = [0x6b, 0x38, 0x73, 0];
    const bytes = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...samples).chain(mutated) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((rest) => Uint8Array.from([...envelope, ...rest])) },
    );
    fc.assert(
      fc.property(bytes, (body) => {
        try {
          decodeProtobuf(body);
        } catch (error) {
          if (!(error instanceof DecodeError)) throw error;
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: numRuns * 4, seed },
    );
  },
  timeout,
);
