import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDiagnostics, hasErrors } from './index.ts';
import { readScenario, runScenario } from './test-support/scenario.ts';

/** Sources with every shape and most markers. `KB_RUNS` is the number of edited projects to try. */
const scenarios = ['type-shapes', 'unions', 'kind-facts', 'webhooks', 'several-versions'].map((name) =>
  readScenario(path.join(import.meta.dirname, 'testdata/scenarios', name, 'input')),
);
const runs = Number(process.env['KB_RUNS'] ?? 60);

/**
 * An accidental edit of a text: its position and its length, as fractions of the text's length, and what is inserted.
 */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  length: fc.integer({ min: 1, max: 30 }),
  kind: fc.constantFrom('delete', 'duplicate', 'swap', 'insert'),
  text: fc.constantFrom(
    '{',
    '}',
    '<',
    '>',
    '|',
    '&',
    '[]',
    '?',
    ';',
    '"',
    '`',
    '// +',
    '/**',
    '*/',
    '=',
    ',',
    '\n',
    '\r',
    '\t',
    '\\',
    '\u0000',
    'é',
    '\u{1f389}',
  ),
});

function edited(
  text: string,
  { at, length, kind, text: inserted }: typeof edit extends fc.Arbitrary<infer T> ? T : never,
): string {
  const start = Math.floor(at * text.length);
  const part = text.slice(start, start + length);
  const [before, after] = [text.slice(0, start), text.slice(start + length)];
  switch (kind) {
    case 'delete':
      return before + after;
    case 'duplicate':
      return before + part + part + after;
    case 'swap':
      return before + part.split('').reverse().join('') + after;
    case 'insert':
      return before + inserted + part + after;
  }
}

test(
  'sources with random edits give output, or diagnostics that can be printed',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...scenarios),
        fc.array(fc.tuple(fc.nat(), edit), { minLength: 1, maxLength: 4 }),
        async (scenario, edits) => {
          const files = new Map(scenario);
          const names = [...files.keys()].filter((name) => /\.ts$|PROJECT$/.test(name));
          for (const [index, change] of edits) {
            const name = names[index % names.length] ?? 'PROJECT';
            files.set(name, edited(files.get(name) ?? '', change));
          }
          const { diagnostics, files: made } = await runScenario(files);
          expect(hasErrors(diagnostics) ? made : {}).toEqual({});
          for (const format of ['text', 'json', 'github'] as const) formatDiagnostics(diagnostics, { format });
          for (const { file, line, column, message } of diagnostics) {
            expect(message).not.toMatch(/undefined|\[object|\n/);
            expect([file === '', line < 0, line > 0 && column < 1]).toEqual([false, false, false]);
          }
        },
      ),
      { numRuns: runs },
    );
  },
  10_000 + runs * 400,
);
