import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatDiagnostics, generate, memoryReader, parseProjectFile } from './index.ts';

/**
 * One folder a scenario: `input` has the sources, `expected` what is made of them, or `diagnostics.txt` what is said of them. In `input`, `api` and `controller` stand for
 * the sources of these packages; a `types.ts` alone is a group version by itself. `KB_UPDATE=1` writes what is expected anew: read the difference before you believe it.
 */
const folder = path.join(import.meta.dirname, 'testdata/scenarios');

const defaultProject = `version: "3"
domain: example.com
repo: example.com/shop
projectName: shop
layout:
- typescript.kb/v1
`;

describe.each(readdirSync(folder).sort())('%s', (name) => {
  const input = inputOf(path.join(folder, name, 'input'));

  test('gives what is expected', async () => {
    const output = await outputOf(input);
    if (process.env['KB_UPDATE'] === '1') writeExpected(path.join(folder, name), output);
    expect(output).toEqual(expectedOf(path.join(folder, name)));
  });

  test('gives the same when it runs again, and with the files in another order', async () => {
    const output = await outputOf(input);
    expect(await outputOf(input)).toEqual(output);
    expect(await outputOf(new Map([...input].reverse()))).toEqual(output);
  });
});

async function outputOf(input: ReadonlyMap<string, string>): Promise<Record<string, string>> {
  const { project, diagnostics: wrong } = parseProjectFile(input.get('PROJECT') ?? defaultProject);
  if (project === undefined) return { 'diagnostics.txt': formatDiagnostics(wrong) };
  const reader = memoryReader(Object.fromEntries(input));
  // The order of the files must not matter, so that it is not the reader that sorts them here.
  const unsorted = {
    read: reader.read,
    list: (below: string) => [...input.keys()].filter((file) => file.startsWith(`${below}/`)),
  };
  const { files, diagnostics } = await generate({
    root: '/project',
    project,
    reader: unsorted,
    builtInDescriptions: false,
  });
  const output = Object.fromEntries(files.map(({ path: file, content }) => [`expected/${file}`, content]));
  return diagnostics.length === 0 ? output : { ...output, 'diagnostics.txt': formatDiagnostics(diagnostics) };
}

function inputOf(below: string): Map<string, string> {
  const given = new Map(filesBelow(below).map((file) => [file, readFileSync(path.join(below, file), 'utf8')]));
  const files = new Map<string, string>([['packages/api/package.json', '{ "name": "@shop/api" }']]);
  for (const [file, text] of given) {
    const [first = '', ...rest] = file.split('/');
    const place = first === 'api' || first === 'controller' ? `packages/${first}/src/${rest.join('/')}` : file;
    if (file !== 'types.ts') files.set(place, text);
  }
  const types = given.get('types.ts');
  if (types !== undefined) {
    const version = 'packages/api/src/shop/v1';
    files.set(`${version}/groupversion-info.ts`, '// +groupName=shop.example.com\n// +versionName=v1\nexport {};\n');
    files.set(`${version}/index.ts`, "export type * from './types.ts';\n");
    files.set(`${version}/types.ts`, types);
  }
  return files;
}

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

function filesBelow(below: string): string[] {
  return readdirSync(below, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(below, file)).isFile())
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}
