import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnosticCodes, formatDiagnostics, hasErrors } from './index.ts';
import { readScenario, runScenario } from './test-support/scenario.ts';

/**
 * One folder for each possible mistake, by subject: `input` is the author's project (see {@link readScenario}),
 * `diagnostics.txt` kb's report; some also have it in the other formats. `fixed`, if present, is the project after
 * following the hint. `pitfalls.json` names the section of controller-gen's behaviour that each case comes from, or
 * that it is TypeScript's or the project's own. `KB_UPDATE=1` rewrites the expected files: review them as a user would.
 */
const folder = path.join(import.meta.dirname, 'testdata/errors');

const cases = readdirSync(folder, { withFileTypes: true })
  .filter((subject) => subject.isDirectory())
  .flatMap((subject) => readdirSync(path.join(folder, subject.name)).map((name) => `${subject.name}/${name}`))
  .sort();

/** The cases that report warnings; `warnings.test.ts` tests them. */
const warnings = readdirSync(path.join(folder, '../warnings')).map((name) => `../warnings/${name}`);

/** Formats other than text, in the cases that have a file for them. */
const formats = { 'diagnostics.json': 'json', 'diagnostics.github.txt': 'github' } as const;

/** Codes that no input can cause, and why. */
const withoutCase: Readonly<Record<string, string>> = {
  KB_NAMESPACE_STALE: 'a warning, no error: packages/cli/src/edit/namespace.test.ts',
  KB_LIST_DIFFERS: 'a warning, no error: packages/cli/src/disagreements.test.ts',
  KB_KIND_UNLISTED: 'a warning, no error: packages/cli/src/disagreements.test.ts',
  KB_KIND_MISSING: 'a warning, no error: packages/cli/src/disagreements.test.ts',
  KB_CONTROLLER_UNLISTED: 'a warning, no error: packages/cli/src/disagreements.test.ts',
  KB_CONTROLLER_MISSING: 'a warning, no error: packages/cli/src/disagreements.test.ts',
  KB_DESCRIPTIONS_MISSING: 'a build of kb that is not whole',
  KB_DEFINITION_CLASH: 'of an import: import/read/read-definitions.test.ts',
  KB_DEFINITION_INVALID: 'of an import: import/read/read-definitions.test.ts',
  KB_DEFINITION_REFUSED: 'of an import: import/import-definitions.test.ts',
  KB_DEFINITION_UNKNOWN_FIELD: 'of an import: import/read/read-definitions.test.ts',
  KB_DEFINITION_VERSION: 'of an import: import/read/read-definitions.test.ts',
  KB_FILE_UNREADABLE: 'needs a file system: read/reporting-reader.test.ts',
  KB_SIZE_LIMIT: 'needs a large CRD: warnings/definition.test.ts',
  KB_IMPORT_DIFFERS: 'of an import: import/import-definitions.test.ts',
  KB_IMPORT_EDITED: 'of an import: import/import-definitions.test.ts',
  KB_IMPORT_NOTHING: 'of an import: import/read/read-definitions.test.ts',
  KB_IMPORT_SOURCE: 'of an import: packages/cli/src/import/read-sources.test.ts',
  KB_IMPORT_SYNTAX: 'of an import: import/read/read-definitions.test.ts',
  KB_IMPORT_TEMPLATE: 'of an import: import/read/read-definitions.test.ts',
};

describe.each(cases)('%s', (name) => {
  const input = readScenario(path.join(folder, name, 'input'));

  test('reports what is expected', async () => {
    const { diagnostics, files } = await runScenario(input);
    expect(hasErrors(diagnostics)).toBe(true);
    expect(files).toEqual({});
    expectText(path.join(folder, name, 'diagnostics.txt'), formatDiagnostics(diagnostics));
    for (const [file, format] of Object.entries(formats)) {
      const expected = path.join(folder, name, file);
      if (existsSync(expected)) expectText(expected, formatDiagnostics(diagnostics, { format }));
    }
    for (const diagnostic of diagnostics) expectPlace(diagnostic, input);
  });
});

test.each(cases.filter((name) => existsSync(path.join(folder, name, 'fixed'))))(
  '%s: reports nothing after following the hint',
  async (name) => {
    const { diagnostics, files } = await runScenario(readScenario(path.join(folder, name, 'fixed')));
    expect(formatDiagnostics(diagnostics)).toBe('');
    expect(Object.keys(files)).not.toEqual([]);
  },
);

test.each(cases.filter((name) => name.startsWith('many/')))(
  '%s reports the same again, and with the files in another order',
  async (name) => {
    const input = readScenario(path.join(folder, name, 'input'));
    const result = await runScenario(input);
    expect(await runScenario(input)).toEqual(result);
    expect(await runScenario(new Map([...input].reverse()))).toEqual(result);
  },
);

test('every pitfall has a case, or a reason why it is not an error, and every case belongs to a pitfall', () => {
  const pitfalls = readPitfalls();
  expect([...new Set(pitfalls.flatMap((pitfall) => pitfall.cases))].sort()).toEqual(cases);
  expect(pitfalls.filter(({ cases: named, because = '' }) => named.length === 0 && because === '')).toEqual([]);
});

test('every code has a case', () => {
  const said = new Set<string>();
  for (const name of [...cases, ...warnings]) {
    for (const [, code = ''] of readFileSync(path.join(folder, name, 'diagnostics.txt'), 'utf8').matchAll(
      /^\S.* (?:error|warning) (KB_[A-Z_]+)$/gm,
    ))
      said.add(code);
  }
  expect([...said, ...Object.keys(withoutCase)].sort()).toEqual(Object.keys(diagnosticCodes).sort());
});

/** Checks that the place exists in a file, and that the message has the required form. */
function expectPlace({ file, line, column, length, message }: Diagnostic, input: ReadonlyMap<string, string>): void {
  expect(message, 'no full stop, one line').toMatch(/^[^\n]*[^\n.]$/);
  if (line === 0) return;
  const text = input.get(file)?.split('\n')[line - 1];
  expect(text, `${file}:${line}`).toBeDefined();
  expect(column).toBeGreaterThanOrEqual(1);
  expect(column - 1 + length, `${file}:${line}:${column}, ${length} wide`).toBeLessThanOrEqual((text?.length ?? 0) + 1);
}

function expectText(file: string, text: string): void {
  if (process.env['KB_UPDATE'] === '1') writeFileSync(file, text);
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
}

interface Pitfall {
  /** The section of controller-gen's behaviour; or `TypeScript`, `project`, `kb`. */
  readonly section: string;
  readonly pitfall: string;
  readonly cases: readonly string[];
  /** Why there is no case: the input is valid here. */
  readonly because?: string;
}

function readPitfalls(): Pitfall[] {
  return JSON.parse(readFileSync(path.join(folder, 'pitfalls.json'), 'utf8')) as Pitfall[];
}
