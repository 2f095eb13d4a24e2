import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { format } from 'prettier';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const scenarios = path.join(import.meta.dirname, '../testdata/scenarios');
const packages = path.join(import.meta.dirname, '../../..');
const options = JSON.parse(readFileSync(path.join(packages, '../.prettierrc.json'), 'utf8'));

const clients = readdirSync(scenarios, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /expected\/packages\/client\/.*\.ts$/.test(file))
  .sort();

test.each(clients)('prettier would not change %s', async (file) => {
  const text = readFileSync(path.join(scenarios, file), 'utf8');
  expect(await format(text, { ...options, parser: 'typescript' })).toBe(text);
});

test('the scenarios generate clients', () => {
  expect(clients.length).toBeGreaterThan(5);
});

/**
 * The project of every scenario: its sources, its generated client and, in some, a `consumer.ts`, whose
 * `@ts-expect-error` comments mark what must not type-check. One run of the compiler with the strictest options checks
 * them all.
 */
describe('the compiler accepts the client of', () => {
  const names = [...new Set(clients.map((file) => file.split('/')[0] ?? ''))];
  let folder: string;
  let output: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'kb-clients-'));
    for (const name of names) copyScenario(name, path.join(folder, name));
    writeFileSync(path.join(folder, 'wrong.ts'), "export const wrong: number = '';\n");
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(compilerOptions(folder, names)));
    const compiler = path.join(
      path.dirname(path.dirname(import.meta.resolve('typescript').slice('file://'.length))),
      'bin/tsc',
    );
    // Forced colours would change the format of the compiler's output, which these tests do not parse.
    const args = [compiler, '--pretty', 'false'];
    output = await promisify(execFile)(process.execPath, args, { cwd: folder }).then(
      ({ stdout }) => stdout,
      (error: { readonly stdout: string }) => error.stdout,
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(names)('%s', (name) => {
    // Unused declarations in authors' sources are allowed; in generated sources they are errors.
    const unused = new RegExp(`^${name}/packages/(?!client/).*error TS6(133|196):`);
    const problems = output.split('\n').filter((line) => line.startsWith(`${name}/`) && !unused.test(line));
    expect(problems).toEqual([]);
  });

  test('reports wrong uses', () => {
    expect(output).toMatch(/^wrong\.ts\(1,14\): error TS2322:/m);
  });
});

/**
 * Checks that anything read of a resource of a group version can be applied unchanged, except: fields that are always
 * undefined because JSON cannot hold them; `apiVersion` and `kind`, which are plain strings in what is read; and the
 * metadata, of which an apply states a part.
 */
const readable = `import type { DeepReadonly, JsonValue, Resource } from '@kb/apimachinery';
import type { allResources } from '@shop/client';

type Plain = string | number | boolean | null;
type AnyJson = DeepReadonly<JsonValue>;
type Defined<T> = [AnyJson] extends [T] ? T : T extends Plain ? T : { readonly [K in keyof T]: Defined<Exclude<T[K], undefined>> };
type Read<T> = Omit<Defined<DeepReadonly<T>>, 'apiVersion' | 'kind' | 'metadata'> & { readonly metadata: { readonly name: string } };
type Refused<R> = R extends Resource<infer T, infer A> ? ([Read<T>] extends [A] ? never : T) : R;
export const refused: [Refused<(typeof allResources)[number]>] extends [never] ? true : false = true;
`;

/**
 * Copies a scenario as a project. Its package names get the scenario's name, so that all scenarios fit into one
 * program.
 */
function copyScenario(name: string, target: string): void {
  const input = path.join(scenarios, name, 'input');
  for (const [from, to] of [
    ['packages', 'packages'],
    ['api', 'packages/api/src'],
  ] as const) {
    if (existsSync(path.join(input, from))) copySources(path.join(input, from), path.join(target, to), name);
  }
  if (existsSync(path.join(input, 'types.ts'))) {
    const version = path.join(target, 'packages/api/src/shop/v1');
    copySources(path.join(input, 'types.ts'), path.join(version, 'types.ts'), name);
    writeFileSync(path.join(version, 'index.ts'), "export * from './types.ts';\n");
  }
  copySources(path.join(scenarios, name, 'expected/packages/client'), path.join(target, 'packages/client'), name);
  const groupVersions = clients.flatMap((file) => {
    const [, groupVersion] = /^[^/]+\/expected\/packages\/client\/src\/(.*)\/group-version\.ts$/.exec(file) ?? [];
    return groupVersion !== undefined && file.startsWith(`${name}/`) ? [groupVersion] : [];
  });
  for (const [index, groupVersion] of groupVersions.entries()) {
    writeFileSync(
      path.join(target, `readable-${index}.ts`),
      readable.replace('@shop/client', `@${name}/client/${groupVersion}`),
    );
  }
  const consumer = path.join(scenarios, name, 'consumer.ts');
  if (existsSync(consumer)) copySources(consumer, path.join(target, 'consumer.ts'), name);
}

function copySources(from: string, to: string, scenario: string): void {
  if (!from.endsWith('.ts')) {
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (entry.isDirectory() || entry.name.endsWith('.ts')) {
        copySources(path.join(from, entry.name), path.join(to, entry.name), scenario);
      }
    }
    return;
  }
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, readFileSync(from, 'utf8').replaceAll(/'@shop\/(\w+)\//g, `'@${scenario}/$1/`));
}

function compilerOptions(folder: string, names: readonly string[]): object {
  const sources = (file: string): string[] => [path.join(packages, file)];
  return {
    extends: path.join(packages, '../tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      exactOptionalPropertyTypes: true,
      // A scenario may declare an enum: authors' sources need not be erasable.
      erasableSyntaxOnly: false,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      paths: {
        '@kb/apimachinery': sources('apimachinery/src/index.ts'),
        '@kb/apimachinery/*': sources('apimachinery/src/*.ts'),
        '@kb/client': sources('client/src/index.ts'),
        '@kb/client/codegen/v1': sources('client/src/codegen/v1.ts'),
        '@kb/kubernetes/*': sources('kubernetes/src/*.ts'),
        '@kubernetes/client-node': sources('../node_modules/@kubernetes/client-node/dist/index.d.ts'),
        ...Object.fromEntries(
          names.flatMap((name) =>
            readdirSync(path.join(folder, name, 'packages')).map((own) => [
              `@${name}/${own}/*`,
              [`./${name}/packages/${own}/src/*/index.ts`, `./${name}/packages/${own}/src/*`],
            ]),
          ),
        ),
      },
    },
  };
}
