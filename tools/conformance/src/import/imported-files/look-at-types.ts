import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@kb/apimachinery';
import { format } from 'prettier';
import { repositoryRoot } from '../../targets/repository.ts';
import type { Looked } from '../definitions/exceptions.ts';
import { kindsOf } from '../narrowness/kinds-of.ts';
import { typeCheck } from '../narrowness/type-check.ts';
import { TYPES_FOLDER } from '../round-trip/folders.ts';
import { equalTypes, unusedTypes } from './equal-types.ts';
import { namesInDefinition, numberedNames } from './numbered-names.ts';
import { readSource, type TypeSource } from './read-source.ts';

/**
 * Checks every file of types that was imported into `types/` of a folder from these CRDs, independently of the import's
 * code.
 */
export async function lookAtTypes(folder: string, definitions: readonly JsonObject[]): Promise<Looked[]> {
  const types = path.join(folder, TYPES_FOLDER);
  const sources = readdirSync(types, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.split(path.sep).join('/'))
    .toSorted()
    .map((file) => readSource(file, readFileSync(path.join(types, file), 'utf8')));
  const problems = new Map<string, string[]>(sources.map(({ name }) => [name, []]));
  const report = (file: string, problem: string): void => {
    problems.set(file, [...(problems.get(file) ?? []), problem]);
  };
  for (const source of sources) {
    for (const line of source.anyLines) report(source.name, `line ${line}: any`);
    if (!(await isFormatted(source))) report(source.name, 'prettier would change it');
  }
  const folders = Map.groupBy(sources, ({ name }) => path.posix.dirname(name));
  for (const [groupVersion, files] of folders) checkFolder(groupVersion, files, definitions, report);
  await checkTypes(folder, sources, definitions, report);
  return [...problems].map(([name, found]) => ({
    name,
    problem: found.length === 0 ? undefined : found.join('\n'),
    shownIn: found.join('\n'),
  }));
}

type Report = (file: string, problem: string) => void;

const style = JSON.parse(readFileSync(path.join(repositoryRoot, '.prettierrc.json'), 'utf8'));

async function isFormatted({ text }: TypeSource): Promise<boolean> {
  return (await format(text, { ...style, parser: 'typescript' })) === text;
}

/** The rules for a whole folder: no duplicate types, no unused types, no numbered names. */
function checkFolder(
  groupVersion: string,
  files: readonly TypeSource[],
  definitions: readonly JsonObject[],
  report: Report,
): void {
  const declarations = files.flatMap(({ declarations: declared }) => declared);
  const places = new Map(files.flatMap(({ name, declarations: all }) => all.map((one) => [one, name] as const)));
  const fileOf = (declaration: (typeof declarations)[number] | undefined): string =>
    (declaration && places.get(declaration)) ?? groupVersion;
  for (const [first, ...others] of equalTypes(declarations))
    report(
      fileOf(first),
      `the same type under several names: ${[first, ...others].map((one) => one?.name).join(', ')}`,
    );
  for (const unused of unusedTypes(declarations)) report(fileOf(unused), `no kind uses ${unused.name}`);
  for (const [name, same] of Map.groupBy(declarations, (one) => one.name))
    if (same.length > 1) report(fileOf(same[0]), `${name} is declared ${same.length} times`);
  const own = definitions.filter((definition) =>
    kindsOf(definition).some(({ group, version }) => `${group}/${version}` === groupVersion),
  );
  const sourceNames = new Set(own.flatMap((definition) => [...namesInDefinition(definition)]));
  const numbered = new Set(
    numberedNames(
      declarations.map(({ name }) => name),
      sourceNames,
    ),
  );
  for (const declaration of declarations)
    if (numbered.has(declaration.name))
      report(fileOf(declaration), `${declaration.name} has a number that no name in the CRDs has`);
}

/**
 * The compiler's checks: no errors, no unused imports, and every kind is exported by the index of its folder.
 */
async function checkTypes(
  folder: string,
  sources: readonly TypeSource[],
  definitions: readonly JsonObject[],
  report: Report,
): Promise<void> {
  const kinds = definitions.flatMap(kindsOf);
  const lines = kinds.map(
    ({ group, version, kind }, index) =>
      `import type { ${kind} as Kind${index} } from './${TYPES_FOLDER}/${group}/${version}/index.ts'; export type K${index} = Kind${index}['metadata'];`,
  );
  const own = { name: 'kinds-from-index.ts', text: `${lines.join('\n')}\n` };
  const files = sources.map(({ name }) => `${TYPES_FOLDER}/${name}`);
  for (const { file, line, message } of await typeCheck(folder, files, [own])) {
    const kind = kinds[line - 1];
    if (file !== own.name) report(file.replace(`${TYPES_FOLDER}/`, ''), `line ${line}: ${message}`);
    else if (kind !== undefined)
      report(`${kind.group}/${kind.version}/index.ts`, `it does not give ${kind.kind}: ${message}`);
  }
}
