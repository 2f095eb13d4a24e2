import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, formatDiagnostics, generate, memoryReader, parseProjectFile } from '../index.ts';

const defaultProject = `version: "3"
domain: example.com
repo: example.com/shop
projectName: shop
layout:
- typescript.kb/v1
`;

/** The diagnostics and the output for an input. */
export interface ScenarioResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Path to content. */
  readonly files: Readonly<Record<string, string>>;
}

/** Runs the generator on the files of a project, in their order. */
export async function runScenario(input: ReadonlyMap<string, string>): Promise<ScenarioResult> {
  const { project, diagnostics: wrong } = parseProjectFile(input.get('PROJECT') ?? '');
  if (project === undefined) return { diagnostics: wrong, files: {} };
  const reader = memoryReader(Object.fromEntries(input));
  // The result must not depend on the order of the files, so the reader does not sort them here.
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
  return { diagnostics, files: Object.fromEntries(files.map(({ path: file, content }) => [file, content])) };
}

/** The expected files of a scenario: the generated ones below `expected`, and the diagnostics. */
export function outputOf({ diagnostics, files }: ScenarioResult): Record<string, string> {
  const output = Object.fromEntries(Object.entries(files).map(([file, content]) => [`expected/${file}`, content]));
  return diagnostics.length === 0 ? output : { ...output, 'diagnostics.txt': formatDiagnostics(diagnostics) };
}

/** The project that a folder `input` describes: see {@link scenarioOf}. */
export function readScenario(below: string): Map<string, string> {
  const read = (file: string): [string, string] => [file, readFileSync(path.join(below, file), 'utf8')];
  return scenarioOf(Object.fromEntries(filesBelow(below).map(read)));
}

/**
 * Completes the files of a project, by path. `api` and `controller` are the sources of these packages; a lone
 * `types.ts` is a group version of its own; without a `PROJECT`, a small one is added.
 */
export function scenarioOf(given: Readonly<Record<string, string>>): Map<string, string> {
  const files = new Map<string, string>([
    ['PROJECT', defaultProject],
    ['packages/api/package.json', '{ "name": "@shop/api" }'],
  ]);
  for (const [file, text] of Object.entries(given)) {
    const [first = '', ...rest] = file.split('/');
    const place = first === 'api' || first === 'controller' ? `packages/${first}/src/${rest.join('/')}` : file;
    if (file !== 'types.ts') files.set(place, text);
  }
  const types = given['types.ts'];
  if (types !== undefined) {
    const version = 'packages/api/src/shop/v1';
    files.set(`${version}/groupversion-info.ts`, '// +groupName=shop.example.com\n// +versionName=v1\nexport {};\n');
    files.set(`${version}/index.ts`, "export type * from './types.ts';\n");
    files.set(`${version}/types.ts`, types);
  }
  return files;
}

/** The files below a folder, at every depth, sorted, with `/`. */
export function filesBelow(below: string): string[] {
  return readdirSync(below, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(below, file)).isFile())
    .map((file) => file.split(path.sep).join('/'))
    .sort();
}
