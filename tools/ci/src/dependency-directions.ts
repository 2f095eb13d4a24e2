// Checks which package may import which (docs/architecture.md has the reasons), which folder of a package may import
// which (structure/folder-order.ts), and that no built-in kind of the API server imports another. Fails on any other
// import, and on a package.json that does not list what its sources import.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { wrongKinds } from './built-in-kinds.ts';
import { folderOrders, wrongFolders, wrongRules } from './structure/folder-order.ts';
import { entriesOf, type PackageManifest, readSources, type SourceFile } from './structure/source-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The packages of this repository that each one may import, in its sources. Tests may also import `testOnly`. */
const allowed: Record<string, readonly string[]> = {
  '@kb/apimachinery': [],
  '@kb/kubernetes': ['@kb/apimachinery'],
  '@kb/serving': ['@kb/apimachinery'],
  '@kb/codegen': ['@kb/apimachinery', '@kb/kubernetes'],
  '@kb/import': ['@kb/apimachinery', '@kb/kubernetes', '@kb/codegen'],
  '@kb/client': ['@kb/apimachinery', '@kb/kubernetes'],
  '@kb/runtime': ['@kb/apimachinery', '@kb/kubernetes', '@kb/client', '@kb/serving'],
  '@kb/apiserver': ['@kb/apimachinery', '@kb/kubernetes', '@kb/serving'],
  '@kb/simulation': ['@kb/apimachinery', '@kb/kubernetes', '@kb/client', '@kb/runtime'],
  '@kb/testing': ['@kb/apimachinery', '@kb/kubernetes', '@kb/client', '@kb/runtime', '@kb/apiserver', '@kb/simulation'],
  '@kb/dashboard': ['@kb/apimachinery', '@kb/kubernetes', '@kb/client', '@kb/runtime', '@kb/serving'],
  '@kb/cli': [
    '@kb/dashboard',
    '@kb/apimachinery',
    '@kb/kubernetes',
    '@kb/client',
    '@kb/runtime',
    '@kb/apiserver',
    '@kb/simulation',
    '@kb/testing',
    '@kb/codegen',
    '@kb/import',
  ],
  '@kb/create': [],
  '@appservice/api': ['@kb/apimachinery', '@kb/kubernetes'],
  '@appservice/client': ['@appservice/api', '@kb/client'],
  '@appservice/controller': [
    '@appservice/client',
    '@appservice/api',
    '@kb/apimachinery',
    '@kb/kubernetes',
    '@kb/client',
    '@kb/runtime',
  ],
};

/** What tests may also import; stories and scenarios are tests. */
const testOnly: Record<string, readonly string[]> = {
  '@kb/client': ['@kb/apiserver'],
  '@kb/runtime': ['@kb/apiserver'],
  '@kb/apiserver': ['@kb/client'],
  '@kb/simulation': ['@kb/apiserver'],
  '@kb/dashboard': ['@kb/apiserver', '@kb/simulation'],
  '@appservice/controller': ['@kb/testing'],
};

/** The entries of kb that generated clients may import: only the small, versioned ones. */
const GENERATED_ENTRIES = /^@kb\/(client|apimachinery)\/codegen\/v\d+$/;

interface Violation {
  readonly file: string;
  readonly message: string;
}

function main(): number {
  const violations: Violation[] = [];
  let files = 0;
  for (const [name, rules] of Object.entries(folderOrders))
    for (const message of wrongRules(rules)) violations.push({ file: `the folders of ${name}`, message });
  const manifests = globSync(['packages/*/package.json', 'packages/appservice/*/package.json'], { cwd: root });
  for (const manifestFile of manifests.toSorted()) {
    const folder = dirname(manifestFile);
    const manifest = JSON.parse(readFileSync(join(root, manifestFile), 'utf8')) as PackageManifest;
    const may = allowed[manifest.name];
    if (!may) {
      violations.push({
        file: manifestFile,
        message: `${manifest.name} is not in the table of tools/ci/src/dependency-directions.ts`,
      });
      continue;
    }
    const entries = entriesOf(manifest.exports ?? {});
    const rules = folderOrders[manifest.name];
    for (const { file, ...source } of [...sourcesIn(folder, 'src'), ...sourcesIn(folder, 'test')]) {
      files += 1;
      const { imports } = source;
      const isTest = source.isTest || file.startsWith(`${folder}/test/`);
      const wrong = rules && !isTest ? wrongFolders(rules, source, entries) : [];
      violations.push(...wrong.map((message) => ({ file, message })));
      for (const specifier of imports) {
        const name = packageOf(specifier);
        if (!(name in allowed) || name === manifest.name) continue;
        const inTests = isTest && (testOnly[manifest.name] ?? []).includes(name);
        if (!may.includes(name) && !inTests)
          violations.push({ file, message: `${manifest.name} may not import ${name}` });
        else if (!isTest && manifest.dependencies?.[name] === undefined) {
          violations.push({ file, message: `imports ${name}, which ${manifestFile} does not name as a dependency` });
        }
        if (manifest.name === '@appservice/client' && name.startsWith('@kb/') && !GENERATED_ENTRIES.test(specifier)) {
          violations.push({ file, message: `generated code may import ${name} only through its codegen/v1 entry` });
        }
      }
    }
  }
  violations.push(...wrongKinds(kindSources()).map(({ file, message }) => ({ file: `${KINDS}/${file}`, message })));
  for (const { file, message } of violations) console.error(`${file}: ${message}`);
  console.log(`dependency directions: ${files} files, ${violations.length} violations`);
  return violations.length === 0 && files > 0 ? 0 : 1;
}

const KINDS = 'packages/apiserver/src/kinds';

function kindSources(): Map<string, string> {
  const files = globSync('**/*.ts', { cwd: join(root, KINDS) }).filter((file) => !file.endsWith('.test.ts'));
  return new Map(files.map((file) => [file, readFileSync(join(root, KINDS, file), 'utf8')]));
}

/** The sources of a package below `src` or `test`, each with its path in the repository. */
function sourcesIn(folder: string, part: 'src' | 'test'): (SourceFile & { readonly file: string })[] {
  return readSources(join(root, folder, part)).map((source) => ({
    ...source,
    file: `${folder}/${part}/${source.path}`,
  }));
}

function packageOf(specifier: string): string {
  return specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : (specifier.split('/')[0] ?? specifier);
}

process.exitCode = main();
