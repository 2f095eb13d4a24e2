import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, formatDiagnostics } from '../index.ts';
import { importDefinitions } from './import-definitions.ts';
import { type NamedText, readDefinitions } from './read/read-definitions.ts';

/**
 * One folder for each way in which a CRD to import is not what its author meant: `input` is what there is,
 * `diagnostics.txt` all that `kb import` says, and `fixed` what one has who did what it says. `KB_UPDATE=1` writes what
 * is said: read it as an author would.
 */
const folder = path.join(import.meta.dirname, '../testdata/import-errors');

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
  test('is said as expected, with a way out', async () => {
    const said = formatDiagnostics(await importFrom(textsIn(path.join(folder, name, 'input'))));
    const file = path.join(folder, name, 'diagnostics.txt');
    if (process.env['KB_UPDATE'] === '1') writeFileSync(file, said);
    expect(said).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
    expect(said).toMatch(/^ {2}hint: \S/m);
  });

  test('is well for who did what it says', async () => {
    expect(formatDiagnostics(await importFrom(textsIn(path.join(folder, name, 'fixed'))))).toBe('');
  });
});
