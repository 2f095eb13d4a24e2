// Reading any text throws nothing, reports problems, and accepts no invalid name.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDns1035Label, isDns1123Subdomain } from '@kb/apimachinery/server';
import { hasErrors } from '@kb/codegen';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDefinitions } from './read-definitions.ts';

const runs = Number(process.env['KB_RUNS'] ?? 100);

/** CRDs that kb generates, as YAML and as JSON. */
const texts = definitionsIn(path.join(import.meta.dirname, '../../../codegen/src/testdata/scenarios')).flatMap(
  (text) => {
    const { definitions } = readDefinitions([{ name: 'x', text }]);
    const asJson = definitions.map(({ definition }) =>
      JSON.stringify(
        { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...definition },
        undefined,
        2,
      ),
    );
    return [text, ...asJson];
  },
);

function definitionsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /expected\/config\/crd\/bases\/[^/]+\.yaml$/.test(file))
    .sort()
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .filter((text) => text.length < 8_000);
}

function expectSound(text: string): ReturnType<typeof readDefinitions> {
  const result = readDefinitions([{ name: 'crd.yaml', text }]);
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\n\r\u2028\u2029]/);
  expect(result.definitions.length > 0 || hasErrors(result.diagnostics)).toBe(true);
  for (const { definition } of result.definitions) {
    const { group, names, versions } = definition.spec;
    expect(definition.metadata.name).toBe(`${names.plural}.${group}`);
    expect(names.kind).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
    expect([isDns1123Subdomain(group), ...versions.map(({ name }) => isDns1035Label(name))].flat()).toEqual([]);
  }
  for (const { line, column, length, message, file } of result.diagnostics) {
    expect(message).toMatch(/^[^\n]*[^\n.]$/);
    expect(file).toBe('crd.yaml');
    if (line === 0) continue;
    const shown = lines[line - 1];
    expect(shown, `line ${line} of ${lines.length}: ${message}`).toBeDefined();
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column - 1 + length, `${line}:${column}, ${length} wide: ${message}`).toBeLessThanOrEqual(
      (shown?.length ?? 0) + 1,
    );
  }
  return result;
}

const text = fc.constantFrom(...texts);
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const inserted = fc.constantFrom(
  ...'{ } [ ] : - ? | > & * ! % @ ` " \' # , ~ << --- ... {{ }} \t \n \r \0 \\ ='.split(' '),
  '\n---\n',
  '\n...\n',
  '{{- end }}\n',
  '&a ',
  '*a',
  '!!binary ',
  '__proto__: ',
  '<<: ',
  '\u2028',
  '\uFEFF',
  '\ud800',
  '\u{1f389}',
);

describe('a text that is', () => {
  test('anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (any) => void expectSound(any)),
      { numRuns: runs },
    );
  });

  test('bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void expectSound(Buffer.from(bytes).toString('utf8'))),
      { numRuns: runs },
    );
  });

  test('with the syntax of YAML and templates', () => {
    const parts = fc.array(
      fc.oneof(inserted, fc.constantFrom('a', 'kind: CustomResourceDefinition\n', 'spec:', '  ', '\n', '1')),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(parts, (all) => void expectSound(all.join(''))),
      { numRuns: runs * 3 },
    );
  });

  test('a definition with edits', () => {
    const edit = fc.record({ at: place, length: fc.nat(20), by: fc.oneof(inserted, fc.constant('')) });
    fc.assert(
      fc.property(text, fc.array(edit, { minLength: 1, maxLength: 4 }), (given, edits) => {
        let result = given;
        for (const { at, length, by } of edits) {
          const start = Math.floor(at * result.length);
          result = result.slice(0, start) + by + result.slice(start + length);
        }
        expectSound(result);
      }),
      { numRuns: runs },
    );
  });

  test('a definition with other values', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(
        fc.constantFrom(...texts.filter((each) => each.startsWith('{'))),
        place,
        value,
        (given, at, other) => {
          const values = [...given.matchAll(/: (?:"[^"\n]*"|\d+|true|false|\{\})/g)];
          const chosen = values[Math.floor(at * values.length)];
          const start = (chosen?.index ?? 0) + 2;
          expectSound(
            given.slice(0, start) + JSON.stringify(other) + given.slice(start + (chosen?.[0].length ?? 2) - 2),
          );
        },
      ),
      { numRuns: runs },
    );
  });
});

test('never accepts a truncated definition', () => {
  fc.assert(
    fc.property(text, place, (given, at) => {
      // Text after these two, the last fields that every version needs, can be cut without notice.
      const needed = Math.max(given.lastIndexOf('storage:'), given.lastIndexOf('"storage":'));
      const { definitions } = expectSound(given.slice(0, Math.floor(at * needed)));
      expect(definitions).toEqual([]);
    }),
    { numRuns: runs },
  );
});

test('changes to one of several documents do not affect the others', () => {
  const yaml = fc.constantFrom(...texts.filter((each) => !each.startsWith('{')));
  const other = texts[0] ?? '';
  fc.assert(
    fc.property(yaml, place, fc.nat(20), (given, at, length) => {
      const start = Math.floor(at * given.length);
      const mangled = (given.slice(0, start) + given.slice(start + length)).replaceAll('example.com', 'other.com');
      const names = expectSound(`${mangled}\n---\n${other}`).definitions.map(
        ({ definition }) => definition.metadata.name,
      );
      expect(names).toContain(readDefinitions([{ name: 'x', text: other }]).definitions[0]?.definition.metadata.name);
    }),
    { numRuns: runs },
  );
});

describe('hostile sizes are read in a moment', () => {
  const many = 100_000;
  test.each<[string, string]>([
    ['open lists', '['.repeat(many)],
    ['open objects', '{"a":'.repeat(many)],
    ['lists in lists', '- '.repeat(many)],
    ['keys of keys', '? '.repeat(many)],
    ['an open text', `"${'a\n'.repeat(many)}`],
    ['10 MB of text', `a: "${'x'.repeat(10_000_000)}"`],
    ['many keys', Array.from({ length: many }, (_, index) => `k${index}: 1`).join('\n')],
    ['many documents', '---\na: 1\n'.repeat(10_000)],
    ['many documents of JSON', '{"a":1}\n'.repeat(many)],
    ['many aliases', `a: &a 1\nb: [${'*a, '.repeat(many)}]`],
    ['many templates', '{{ x }}\n'.repeat(many)],
    ['an open template', '{{ {a} '.repeat(10_000)],
    ['indentation', Array.from({ length: 2000 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
    ['colons', ':'.repeat(1_000_000)],
  ])(
    '%s',
    (_, hostile) => {
      const { diagnostics } = readDefinitions([{ name: 'crd.yaml', text: hostile }]);
      expect(hasErrors(diagnostics)).toBe(true);
    },
    20_000,
  );
});
