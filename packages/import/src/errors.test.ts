import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, formatDiagnostics } from '@kb/codegen';
import { describe, expect, test } from 'vitest';
import { importDefinitions } from './import-definitions.ts';
import { type NamedText, readDefinitions } from './read/read-definitions.ts';

/**
 * One folder for each possible mistake in a CRD to import: `input` has the CRDs, `diagnostics.txt` the complete report
 * of `kb import`, and `fixed` the CRDs after following the hints. `KB_UPDATE=1` rewrites the reports: review them as an
 * author would.
 */
const folder = path.join(import.meta.dirname, 'testdata/errors');

const cases = readdirSync(folder).sort();

function textsIn(place: string): NamedText[] {
  return readdirSync(place)
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(place, name), 'utf8') }));
}

async function importFrom(texts: readonly NamedText[]): Promise<readonly Diagnostic[]> {
  const { definitions, diagnostics } = readDefinitions(texts);
  const reader = { read: () => undefined, list: () => [] };
  const imported = await importDefinitions({ root: '/', into: 'types', definitions, reader });
  return [...diagnostics, ...imported.diagnostics];
}

describe.each(cases)('%s', (name) => {
  test('reports what is expected, with a way out', async () => {
    const said = formatDiagnostics(await importFrom(textsIn(path.join(folder, name, 'input'))));
    const file = path.join(folder, name, 'diagnostics.txt');
    if (process.env['KB_UPDATE'] === '1') writeFileSync(file, said);
    expect(said).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    expect(said).toMatch(/^ {2}hint: \S/m);
  });

  test('reports nothing after following the hints', async () => {
    expect(formatDiagnostics(await importFrom(textsIn(path.join(folder, name, 'fixed'))))).toBe('');
  });
});
