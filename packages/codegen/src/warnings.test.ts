import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatDiagnostics, hasErrors } from './index.ts';
import { filesBelow, readScenario, runScenario } from './test-support/scenario.ts';

/**
 * One folder for each probable mistake that API servers accept: `input` is the author's project, `diagnostics.txt` the
 * report, as a warning, and as an error with the setting `strict`. `fixed`, if present, is the project after following
 * the hint. `KB_UPDATE=1` rewrites the expected files.
 */
const folder = path.join(import.meta.dirname, 'testdata/warnings');

describe.each(readdirSync(folder).sort())('%s', (name) => {
  const input = readScenario(path.join(folder, name, 'input'));

  test('gives a warning, and everything is generated', async () => {
    const { diagnostics, files } = await runScenario(input);
    expectText(path.join(folder, name, 'diagnostics.txt'), formatDiagnostics(diagnostics));
    expect(diagnostics.map(({ severity }) => severity)).toContain('warning');
    expect(hasErrors(diagnostics)).toBe(false);
    expect(Object.keys(files).filter((file) => file.startsWith('config/crd/bases/'))).not.toEqual([]);
  });

  test('gives an error in strict mode, and nothing is generated', async () => {
    const { diagnostics, files } = await runScenario(strict(input));
    const expected = readFileSync(path.join(folder, name, 'diagnostics.txt'), 'utf8');
    expect(formatDiagnostics(diagnostics)).toBe(expected.replaceAll(/^(\S+) warning /gm, '$1 error '));
    expect(files).toEqual({});
  });
});

test.each(readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'fixed'))))(
  '%s: reports nothing after following the hint',
  async (name) => {
    const fixed = strict(readScenario(path.join(folder, name, 'fixed')));
    expect(filesBelow(path.join(folder, name, 'fixed'))).not.toEqual([]);
    expect(formatDiagnostics((await runScenario(fixed)).diagnostics)).toBe('');
  },
);

function strict(input: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...input, ['PROJECT', `${input.get('PROJECT') ?? ''}generate:\n  strict: true\n`]]);
}

function expectText(file: string, text: string): void {
  if (process.env['KB_UPDATE'] === '1') writeFileSync(file, text);
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : undefined);
}
