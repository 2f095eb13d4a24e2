import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, outputOf, readScenario, runScenario } from './test-support/scenario.ts';

/**
 * One folder for each scenario: `input` has the sources (see {@link readScenario}), `expected` the generated files, or
 * `diagnostics.txt` the diagnostics. `KB_UPDATE=1` rewrites the expected files: review the diff. Mistakes of authors
 * are in `testdata/errors`.
 */
const folder = path.join(import.meta.dirname, 'testdata/scenarios');

describe.each(readdirSync(folder).sort())('%s', (name) => {
  const input = readScenario(path.join(folder, name, 'input'));

  test('gives the expected output', async () => {
    const output = outputOf(await runScenario(input));
    if (process.env['KB_UPDATE'] === '1') writeExpected(path.join(folder, name), output);
    expect(output).toEqual(expectedOf(path.join(folder, name)));
  });

  test('gives the same when it runs again, and with the files in another order', async () => {
    const output = await runScenario(input);
    expect(await runScenario(input)).toEqual(output);
    expect(await runScenario(new Map([...input].reverse()))).toEqual(output);
  });
});

function expectedOf(scenario: string): Record<string, string> {
  const files = filesBelow(scenario).filter((file) => file === 'diagnostics.txt' || file.startsWith('expected/'));
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(scenario, file), 'utf8')]));
}

function writeExpected(scenario: string, output: Readonly<Record<string, string>>): void {
  rmSync(path.join(scenario, 'expected'), { recursive: true, force: true });
  rmSync(path.join(scenario, 'diagnostics.txt'), { force: true });
  for (const [file, text] of Object.entries(output)) {
    mkdirSync(path.dirname(path.join(scenario, file)), { recursive: true });
    writeFileSync(path.join(scenario, file), text);
  }
}
