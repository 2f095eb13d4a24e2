// The shape of the packages: no circular imports (types included), no folder that imports one that imports it, folders,
// files and functions of a size that one can follow, no source that is too small to stand alone, constants that are
// named alike.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { misnamedConstants } from './structure/constant-names.ts';
import { fileCycles, folderCycles } from './structure/cycles.ts';
import { largeFunctions } from './structure/function-sizes.ts';
import { type Finding, largeFolders, MOST_LINES } from './structure/limits.ts';
import { lineCount, measureSources } from './structure/measure-sources.ts';
import { tooSmall } from './structure/small-sources.ts';
import { entriesOf, type PackageManifest, readSources } from './structure/source-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Made by tools of this repository, and not read by people. */
const GENERATED = /^packages\/(?:kubernetes\/src\/[a-z]+\/v\w+\.ts|appservice\/client\/)/;

function main(): number {
  const manifests = ['packages/*/package.json', 'packages/appservice/*/package.json', 'tools/*/package.json'];
  const packages = globSync(manifests, { cwd: root }).map(dirname).toSorted();
  const folders = packages.map((folder) => `${folder}/src`);
  const files: string[] = [];
  const cycles: string[][] = [];
  const folderCyclesFound: string[][] = [];
  for (const folder of folders) {
    const sources = readSources(join(root, folder));
    const manifest = JSON.parse(readFileSync(join(root, folder, '../package.json'), 'utf8')) as PackageManifest;
    const named = (members: readonly string[]): string[] => members.map((member) => `${folder}/${member}`);
    cycles.push(...fileCycles(sources).map(named));
    folderCyclesFound.push(...folderCycles(sources, entriesOf(manifest.exports ?? {})).map(named));
    files.push(...sources.filter(({ isTest }) => !isTest).map(({ path }) => `${folder}/${path}`));
  }
  const written = files.filter((file) => !GENERATED.test(file));
  const longFiles = written
    .map((name) => ({ name, size: lineCount(readFileSync(join(root, name), 'utf8')) }))
    .filter(({ size }) => size > MOST_LINES);
  const together = (what: string, found: readonly string[][]): string[] =>
    found.map((members) => `these ${what} import each other: ${members.join(', ')}`);
  const large = (what: string, findings: readonly Finding[]): string[] =>
    findings.map(({ name, size }) => `${name}: ${what} (${size})`);
  const problems = [
    ...together('files', cycles),
    ...together('folders', folderCyclesFound),
    ...large('the folder has too many source files', largeFolders(written)),
    ...large('the file has too many lines', longFiles),
    ...large('the function has too many lines', largeFunctions(root, folders)),
    ...tooSmall(measureSources(root, packages).filter(({ path }) => !GENERATED.test(path))),
  ];
  for (const file of written) {
    for (const problem of misnamedConstants(readFileSync(join(root, file), 'utf8')))
      problems.push(`${file}: ${problem}`);
  }
  for (const problem of problems) console.error(problem);
  console.log(`structure: ${written.length} files in ${packages.length} packages, ${problems.length} problems`);
  return problems.length === 0 && written.length > 0 ? 0 : 1;
}

process.exitCode = main();
