import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultProjectPaths, type GenerateSettings, type ProjectFile } from '../index.ts';

/** The repository's folder, which paths of twins are relative to. */
export const repository: string = path.join(import.meta.dirname, '../../../..');

/** The folder of the oracle and its twins. */
export const oracleFolder: string = path.join(repository, 'tools/controller-gen');

/** The module file for building the oracle of v0.22.0: `go build -modfile=…`. */
export const newerModules = 'newer.mod';

/** Types written both in Go and in TypeScript: a folder below `tools/controller-gen/testdata`. */
export interface Twin {
  readonly name: string;
  /** The package with the types in TypeScript, relative to {@link repository}. */
  readonly api: string;
  /** The package with RBAC markers, or `none`. */
  readonly controller: string;
  /** The options of both generators, under the names of the project file. */
  readonly generate: GenerateSettings;
  /** True if it shows features after v0.21.0, and is recorded with the oracle of {@link newerModules}. */
  readonly newer: boolean;
  /** The folder of controller-gen's output. */
  readonly expected: string;
  /** The codes of exactly the expected warnings. Absent: any. */
  readonly warnings?: readonly string[];
}

/** Every twin: one for each folder. */
export const twinNames: readonly string[] = readdirSync(path.join(oracleFolder, 'testdata')).sort();

/**
 * Reads the folder of a twin: in `src` the sources of both languages, in `expected` controller-gen's output.
 * `twin.json` has the paths elsewhere, and the generator's options.
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

/** The project with a twin's TypeScript sources. */
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

/** The oracle's arguments for writing the output for a twin's Go sources. */
export function oracleArguments(twin: Twin): string[] {
  return ['generate', ...oracleOptions(twin), `./testdata/${twin.name}/...`];
}

/** The oracle's options that select generators and their settings. */
export function oracleOptions({ generate }: Twin): string[] {
  return Object.entries(generate).map(
    ([option, value]) =>
      `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${
        option === 'headerFile' ? path.join(repository, String(value)) : String(value)
      }`,
  );
}
