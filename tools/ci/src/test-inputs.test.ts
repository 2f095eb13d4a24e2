import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Files that tests read outside of their package and its dependencies must be inputs of the package's test target, so
// that nx runs the tests again when they change. Nothing else may be an input, so that nx does not run them without
// need.

const root = fileURLToPath(new URL('../../..', import.meta.url));

type Input = string | Readonly<Record<string, unknown>>;

interface Targets {
  readonly test?: { readonly inputs?: readonly Input[] };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const nx = readJson('nx.json') as { readonly targetDefaults: Targets };
const packages = globSync(['packages/*/package.json', 'packages/appservice/*/package.json', 'tools/*/package.json'], {
  cwd: root,
})
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted()
  .map((file) => ({
    folder: posix.dirname(file),
    inputs: (readJson(file) as { readonly nx?: { readonly targets?: Targets } }).nx?.targets?.test?.inputs,
  }));

/** The file patterns, relative to the repository, that a package's test target lists as inputs. */
function patternsOf(inputs: readonly Input[] = nx.targetDefaults.test?.inputs ?? []): string[] {
  const start = '{workspaceRoot}/';
  return inputs.flatMap((input) =>
    typeof input === 'string' && input.startsWith(start) ? [input.slice(start.length)] : [],
  );
}

/** Folders that paths begin at. What is installed in node_modules, the lock says, which is an input of every test. */
const beginnings = new Set(['.', './', '', 'packages', 'packages/appservice', 'tools', 'node_modules']);

/** The relative paths in tests of a folder that lead to files of the repository outside of the folder. */
function pathsRead(folder: string): string[] {
  const files = globSync(`${folder}/{src,test}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    // Programs that record answers are not tests.
    .filter((file) => /\.test\.ts$|\/test-support\/(?!record-)/.test(file));
  const read = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /import\.meta\.dirname,\s*'((?:\.\.\/)+[^'\n]+)'|new URL\('((?:\.\.\/)+[^'\n]+)',\s*import\.meta\.url/g,
      ),
    ].map(([, joined, url]) => posix.join(posix.dirname(file), joined ?? url ?? '')),
  );
  return (
    [...new Set(read.map((path) => path.replace(/\/$/, '')))]
      .filter((path) => !path.startsWith('..') && !path.startsWith(`${folder}/`))
      // For a path that is only a base, such as the repository's folder, the rest is not known here.
      .filter((path) => !beginnings.has(path) && path !== folder && existsSync(join(root, path)))
      .toSorted()
  );
}

test.each(packages.map(({ folder, inputs }) => ({ folder, inputs })))(
  'files that tests of $folder read elsewhere are inputs of the tests',
  ({ folder, inputs }) => {
    const patterns = patternsOf(inputs);
    const missing = pathsRead(folder).filter(
      (path) =>
        !patterns.some(
          (pattern) =>
            matchesGlob(path, pattern) || matchesGlob(`${path}/a.ts`, pattern) || pattern.startsWith(`${path}/`),
        ),
    );
    expect(missing).toEqual([]);
  },
);

test('every input exists', () => {
  const missing = packages.flatMap(({ folder, inputs }) =>
    patternsOf(inputs)
      .filter((pattern) => globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }).length === 0)
      .map((pattern) => `${folder}: ${pattern}`),
  );
  expect(missing).toEqual([]);
});

test('pages are inputs only of tests that read them', () => {
  const readers = packages
    .filter(({ inputs }) => patternsOf(inputs).some((pattern) => pattern.startsWith('docs/')))
    .map(({ folder }) => folder);
  expect(readers).toEqual([
    'packages/apiserver',
    'packages/cli',
    'packages/codegen',
    'packages/kubernetes',
    'tools/ci',
    'tools/conformance',
  ]);
  expect(patternsOf()).toEqual([]);
});
