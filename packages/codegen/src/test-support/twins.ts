import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultProjectPaths, type GenerateSettings, type ProjectFile } from '../index.ts';

/** The folder of everything, which paths of twins are relative to. */
export const repository: string = path.join(import.meta.dirname, '../../../..');

/** The folder of the oracle and its twins. */
export const oracleFolder: string = path.join(repository, 'tools/controller-gen');

/** The module file with which the oracle is built of v0.22.0: `go build -modfile=…`. */
export const newerModules = 'newer.mod';

/** Types that are there in Go and in TypeScript: a folder below `tools/controller-gen/testdata`. */
export interface Twin {
  readonly name: string;
  /** The package with the types in TypeScript, relative to {@link repository}. */
  readonly api: string;
  /** The package with RBAC markers besides, or `none`. */
  readonly controller: string;
  /** The options of both generators, under the names of the project file. */
  readonly generate: GenerateSettings;
  /** True: it shows what came after v0.21.0, and is recorded with the oracle of {@link newerModules}. */
  readonly newer: boolean;
  /** The folder of what controller-gen writes. */
  readonly expected: string;
  /** The codes of the warnings that the sources have to give, and no others. Absent: any. */
  readonly warnings?: readonly string[];
}

/** Every twin: a folder is enough to make one. */
export const twinNames: readonly string[] = readdirSync(path.join(oracleFolder, 'testdata')).sort();

/**
 * What a twin's folder has: below `src` the sources of both languages, beside each other, in `expected` what
 * controller-gen writes. `twin.json` says what is elsewhere, and what
 * the generator gets.
 */
export function readTwin(name: string): Twin {
  const folder = path.join(oracleFolder, 'testdata', name);
  const file = path.join(folder, 'twin.json');
  const said: Partial<Twin> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    name,
    api: said.api ?? `tools/controller-gen/testdata/${name}`,
    controller: said.controller ?? 'none',
    generate: said.generate ?? {},
    newer: said.newer ?? false,
    expected: path.join(folder, 'expected'),
  };
}

/** The project that a twin's sources in TypeScript are. */
export function projectOf({ api, controller, generate }: Twin): ProjectFile {
  return {
    version: '3',
    domain: 'example.com',
    repo: '',
    projectName: 'twin',
    layout: [],
    paths: { ...defaultProjectPaths, api: [api], client: 'none', controller: [controller], config: 'none' },
    resources: [],
    generate,
  };
}

/** The arguments with which the oracle writes what a twin's sources in Go give. */
export function oracleArguments(twin: Twin): string[] {
  return ['generate', ...oracleOptions(twin), `./testdata/${twin.name}/...`];
}

/** The options of the oracle that say what the generator gets. */
export function oracleOptions({ generate }: Twin): string[] {
  return Object.entries(generate).map(
    ([option, value]) =>
      `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${
        option === 'headerFile' ? path.join(repository, String(value)) : String(value)
      }`,
  );
}
