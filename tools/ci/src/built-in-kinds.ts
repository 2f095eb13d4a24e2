import { posix } from 'node:path';

/** A problem, and its file. */
export interface KindViolation {
  readonly file: string;
  readonly message: string;
}

const REGISTRY = 'registry.ts';

/**
 * Checks the folder of the API server's built-in kinds: a kind imports no other kind, shared code imports no kind, the
 * registry has exactly the kinds that have a file, and the path of a file matches the group and name of its kind.
 *
 * @param sources - The sources below `packages/apiserver/src/kinds`, by path relative to it; tests left out.
 */
export function wrongKinds(sources: ReadonlyMap<string, string>): KindViolation[] {
  const files = [...sources.keys()].filter((file) => file.includes('/'));
  const records = files.filter((file) => !isShared(file) && isRecord(file));
  return [
    ...files.flatMap((file) => wrongImports(file, sources.get(file) ?? '')),
    ...records.flatMap((file) => wrongPlace(file, sources.get(file) ?? '')),
    ...wrongRegistry(records, sources.get(REGISTRY) ?? ''),
  ];
}

/** `apps/deployment.ts`, or `core/pod/pod.ts` for a kind with its own folder. */
function isRecord(file: string): boolean {
  const [, second = '', third] = file.split('/');
  return third === undefined || third === `${second}.ts`;
}

const isShared = (file: string): boolean => file.startsWith('shared/');

/** The kind that a file belongs to: `apps/deployment`. Undefined: it belongs to none. */
function kindOf(file: string): string | undefined {
  const [group = '', name] = file.split('/');
  return group === 'shared' || name === undefined ? undefined : `${group}/${name.replace(/\.ts$/, '')}`;
}

function wrongImports(file: string, text: string): KindViolation[] {
  return [...text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)]
    .map(([, specifier = '']) => posix.join(posix.dirname(file), specifier))
    .filter((target) => !target.startsWith('..') && !isShared(target))
    .filter((target) => kindOf(target) === undefined || kindOf(target) !== kindOf(file))
    .map((target) => ({
      file,
      message: `may not import ${target}: what kinds have in common belongs in kinds/shared`,
    }));
}

function wrongPlace(file: string, text: string): KindViolation[] {
  const group = /^ {2}group: '([^']*)',/m.exec(text)?.[1] ?? /\{ group: '([^']*)', kind/.exec(text)?.[1];
  const kind = /^ {2}kind: '(\w+)',/m.exec(text)?.[1] ?? /group: '[^']*', kind: '(\w+)'/.exec(text)?.[1];
  if (group === undefined || kind === undefined) return [{ file, message: 'holds no record of a kind' }];
  const folder = group === '' ? 'core' : (group.split('.')[0] ?? '');
  const name = kind.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase();
  const wanted = [`${folder}/${name}.ts`, `${folder}/${name}/${name}.ts`];
  return wanted.includes(file) ? [] : [{ file, message: `the place of ${kind} of '${group}' is ${wanted[0]}` }];
}

function wrongRegistry(records: readonly string[], text: string): KindViolation[] {
  const listed = [...text.matchAll(/^export \{ .+ \} from '\.\/(.+)';$/gm)].map(([, file = '']) => file);
  return [
    ...records.filter((file) => !listed.includes(file)).map((file) => `has no line for ${file}`),
    ...listed.filter((file) => !records.includes(file)).map((file) => `${file} is the file of no kind`),
    ...listed.filter((file, index) => listed.indexOf(file) !== index).map((file) => `${file} is there twice`),
  ].map((message) => ({ file: REGISTRY, message }));
}
