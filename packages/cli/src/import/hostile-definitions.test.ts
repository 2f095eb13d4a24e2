// Malicious definitions, or those that look malicious: they are refused with an error, or imported and generated again
// unchanged. Nothing else is written, and nothing is executed.
import { readDefinitions } from '@kb/import';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';
import { crd } from './test-support/crds.ts';

/** The content of a text, without the generator's own annotation. */
function contentOf(text: string): unknown {
  const { definitions, diagnostics } = readDefinitions([{ name: 'crd', text }]);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return definitions.map(({ definition: { metadata, spec } }) => {
    const { 'codegen.kb/version': _, ...annotations } = metadata.annotations ?? {};
    return { name: metadata.name, labels: metadata.labels ?? {}, annotations, spec };
  });
}

/** JSON is YAML, except for characters that end lines only in YAML. */
const line = (schema: object): string[] => [
  JSON.stringify(schema).replace(
    /[\u0085\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ),
];
const field = (schema: object): string[] => line({ type: 'object', properties: { field: schema } });
const odd =
  'a*/b `c` ${d} "e" \'f\' \\g\\u0041 \u2028\u2029\u0085 <!-- --> // /* \u{1f389} +kubebuilder:x @deprecated {@link} #!';

describe('is generated again unchanged', () => {
  test.each<[string, string[]]>([
    [
      'ends of comments, and whatever else a source may trip over, in descriptions',
      field({ type: 'string', description: odd }),
    ],
    [
      'lines in descriptions that look like markers',
      field({
        type: 'string',
        description: 'One.\n+optional\n +kubebuilder:validation:MaxLength=1\n\n// +enum\n*/ x /** y',
      }),
    ],
    ['control characters in descriptions', field({ type: 'string', description: 'a\r\nb\u0000c\td\u000be\u001b[31m' })],
    [
      'breaks and ends of comments in values',
      field({ type: 'string', enum: ['a\nb', odd, '', ' ', '`', '${x}'], default: 'a\nb' }),
    ],
    [
      'ends of comments in patterns and rules',
      field({
        type: 'string',
        pattern: '^a*/b`${c}"\\\\$',
        'x-kubernetes-validations': [{ rule: "self != 'a*/b\\n`'", message: 'no */ `${x}`\n' }],
      }),
    ],
    [
      'keys that mean something to JavaScript, or to nobody',
      line({
        type: 'object',
        required: ['__proto__', 'a b'],
        properties: Object.fromEntries(
          [
            '__proto__',
            'constructor',
            'toString',
            'hasOwnProperty',
            'prototype',
            'a b',
            '',
            '*/',
            '"',
            '\n',
            '`',
            '0',
            'class',
            odd,
          ].map((key) => [key, { type: 'string' }]),
        ),
      }),
    ],
    [
      'prototype keys in values',
      field({
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        default: JSON.parse('{"__proto__":{"a":1},"constructor":null}') as object,
      }),
    ],
    [
      'a property of properties',
      line({
        type: 'object',
        properties: {
          properties: { type: 'object', properties: { properties: { type: 'string' }, items: { type: 'string' } } },
        },
      }),
    ],
    ['a description of 2 MB', field({ type: 'string', description: 'x'.repeat(2_000_000) })],
    [
      'a description of many lines',
      field({ type: 'string', description: 'word '.repeat(20).concat('\n').repeat(20_000).trimEnd() }),
    ],
    [
      'thousands of fields',
      line({
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`f${index}`, { type: 'string' }])),
      }),
    ],
    ['thousands of values', field({ type: 'string', enum: Array.from({ length: 3000 }, (_, index) => `v${index}`) })],
    ['nesting', line(nested(60))],
  ])(
    '%s',
    async (_, specLines) => {
      using folder = testFolder();
      const given = crd('Shop', specLines);
      folder.write('crd.yaml', given);
      const imported = await folder.kb('import', 'crd.yaml', '--into', 'types');
      expect(imported).toMatchObject({ code: 0, err: '' });
      const generated = await folder.kb('generate', '--api', 'types', '--crd-dir', 'out', '--format', 'github');
      expect(generated).toMatchObject({ code: 0 });
      // The size alone gives a warning.
      expect(generated.err).toMatch(/^(?:::warning [^\n]*title=KB_SIZE_LIMIT[^\n]*\n+)?$/);
      expect(contentOf(folder.read('out/example.com_shops.yaml'))).toEqual(contentOf(given));
      const files = Object.keys(folder.snapshot()).filter((file) => !file.startsWith('types/example.com/v1/'));
      expect(files).toEqual(['crd.yaml', 'out/example.com_shops.yaml']);
    },
    60_000,
  );
});

function nested(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = { type: 'object', properties: { deeper: schema } };
  return schema;
}

describe('is refused, and the definition beside it is imported', () => {
  const names = '&a [x, x, x, x, x, x, x, x, x]';
  const bomb = Array.from({ length: 9 }, (_, index) => {
    const [own, before] = ['bcdefghij'[index], 'abcdefghi'[index]];
    return `${own}: &${own} [${Array(9).fill(`*${before}`).join(', ')}]`;
  });

  test.each<[string, string]>([
    ['a group that is a path', crd().replace('group: example.com', 'group: ../../../tmp/x')],
    ['a group that is an absolute path', crd().replace('group: example.com', 'group: /tmp/x')],
    ['a version that is a path', crd().replace('- name: v1', '- name: ../v1')],
    ['a kind that is a path', crd().replace('kind: Shop\n', 'kind: ../../Shop\n')],
    ['a kind that is code', crd().replace('kind: Shop\n', 'kind: "Shop {} process.exit(); interface X"\n')],
    ['a plural that is a path', crd().replace('plural: shops', 'plural: ../shops')],
    ['a name of a break', crd().replace('name: v1', 'name: "v1\\nx"')],
    ['aliases without end', `a: ${names}\n${bomb.join('\n')}\n${crd()}`],
    ['an alias in itself', `a: &a {b: *a}\n${crd()}`],
    ['nesting without end', crd('Shop', line(nested(5000)))],
    ['brackets without end', `${crd()}a: ${'['.repeat(100_000)}`],
    ['a tag that makes something', crd().replace('kind: Shop\n', 'kind: !!js/function "function () {}"\n')],
  ])('%s', async (_, given) => {
    using folder = testFolder();
    folder.write('crds.yaml', `${given}\n---\n${crd('Good')}`);
    const { code, err, out } = await folder.kb('import', 'crds.yaml', '--into', 'types');
    expect(code).toBe(1);
    expect(err).toMatch(/^crds\.yaml:\d+:\d+ error KB_[A-Z_]+\n {2}document 1: /);
    expect(err).not.toMatch(/\n\s+at .*:\d+:\d+/);
    expect(out).toContain('Imported 1 kind in 1 group version');
    expect(Object.keys(folder.snapshot())).toEqual([
      'crds.yaml',
      'types/example.com/v1/good.types.ts',
      'types/example.com/v1/groupversion-info.ts',
      'types/example.com/v1/index.ts',
    ]);
  });
});
