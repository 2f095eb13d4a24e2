import { createReadStream, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { NamedText } from '@kb/import';
import { MAX_TEXT_BYTES, readText, SourceProblem, textOf, tooLarge } from './source-problem.ts';

/** The extensions of files in a folder that may have definitions. */
const EXTENSIONS = /\.(?:ya?ml|json)$/i;
/** The word that every file with a definition contains. */
const MARK = 'CustomResourceDefinition';

/** A file that was read: its text, or the problem. */
export type ReadFile = NamedText | { readonly name: string; readonly problem: SourceProblem };

/**
 * Reads a file, or those of a folder at every depth that may have definitions: YAML and JSON that mention them, in the
 * order of their paths. Symbolic links are followed, but not in circles; `node_modules` and hidden folders are skipped.
 * `source` is the user's argument. Throws a {@link SourceProblem} for a missing file or folder.
 */
export async function readFiles(source: string, cwd: string): Promise<readonly ReadFile[]> {
  if (source === '') throw new SourceProblem('the name is empty', hintFor(source));
  const place = path.resolve(cwd, source);
  const name = path
    .normalize(source)
    .split(path.sep)
    .join('/')
    .replace(/(?<=.)\/$/, '');
  const stats = withProblems(() => statSync(place, { throwIfNoEntry: false }));
  if (stats === undefined) throw new SourceProblem('there is no such file or folder', hintFor(source));
  if (!stats.isDirectory()) return [await seen(name, () => readOne(place, stats))];
  const files: ReadFile[] = [];
  for (const found of filesBelow(place, new Set([realpathSync(place)]))) {
    const inside = path.relative(place, found.path).split(path.sep).join('/');
    const own = path.posix.join(name, inside);
    if (found.problem !== undefined) files.push({ name: own, problem: found.problem });
    else {
      const each = await seen(own, () => readIfMarked(found.path), name);
      if (each !== undefined) files.push(each);
    }
  }
  if (files.length === 0) {
    const hint = 'kb looks for .yaml, .yml and .json files that have one in them';
    throw new SourceProblem(`there is no CustomResourceDefinition in ${name}`, hint, 'KB_IMPORT_NOTHING');
  }
  return files;
}

function hintFor(source: string): string {
  if (/^[\w.-]+\.[a-z]{2,}\/\S+$/i.test(source)) return `a URL begins with https://, as https://${source}`;
  return 'give a file, a folder, a URL, - for standard input, or cluster for the cluster of the kubeconfig';
}

async function seen(name: string, read: () => Promise<string>): Promise<ReadFile>;
async function seen(
  name: string,
  read: () => Promise<string | undefined>,
  folder: string,
): Promise<ReadFile | undefined>;
async function seen(
  name: string,
  read: () => Promise<string | undefined>,
  folder?: string,
): Promise<ReadFile | undefined> {
  try {
    const text = await read();
    return text === undefined ? undefined : { name, text, ...(folder !== undefined && { folder }) };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return { name, problem };
  }
}

async function readOne(file: string, stats: Stats): Promise<string> {
  // Pipes and devices have no size, and may never end.
  if (!stats.isFile()) return readText(createReadStream(file));
  if (stats.size > MAX_TEXT_BYTES) throw tooLarge();
  return textOf(readFileSync(file));
}

/** Returns the text of a file if it may have a definition. */
function readIfMarked(file: string): Promise<string | undefined> {
  const stats = statSync(file);
  // Files of this size are data, whatever their name.
  if (!stats.isFile() || stats.size > MAX_TEXT_BYTES) return Promise.resolve(undefined);
  const bytes = readFileSync(file);
  return Promise.resolve(bytes.includes(MARK) ? textOf(bytes) : undefined);
}

/**
 * Yields the files below a folder that may have definitions, and folders that cannot be read. `seenFolders` are real
 * paths, so that none is listed twice.
 */
function* filesBelow(
  folder: string,
  seenFolders: Set<string>,
): Generator<{ readonly path: string; readonly problem?: SourceProblem }> {
  let entries: string[];
  try {
    entries = readdirSync(folder).sort();
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    yield { path: folder, problem };
    return;
  }
  for (const entry of entries) {
    if (entry === 'node_modules' || entry.startsWith('.')) continue;
    const file = path.join(folder, entry);
    const real = realPath(file);
    // A broken link, or one to itself, has nothing to import.
    if (real === undefined) continue;
    const isFolder = statSync(real, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isFolder && EXTENSIONS.test(entry)) yield { path: file };
    if (!isFolder || seenFolders.has(real)) continue;
    seenFolders.add(real);
    yield* filesBelow(file, seenFolders);
  }
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

/** Runs a call of the file system, and converts its errors to problems. */
function withProblems<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw problemOf(error) ?? error;
  }
}

/** Returns the problem for an error of the file system; undefined for a bug. */
function problemOf(error: unknown): SourceProblem | undefined {
  if (error instanceof SourceProblem) return error;
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  const is =
    error.code === 'EACCES' || error.code === 'EPERM' ? 'this account has no permission to read it' : error.message;
  return new SourceProblem(`it cannot be read: ${is}`, undefined, 'KB_FILE_UNREADABLE');
}
