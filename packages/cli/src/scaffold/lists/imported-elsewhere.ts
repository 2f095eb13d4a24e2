import { posix } from 'node:path';
import { addToList, type ListEdit, type ListEntry, type SourceReader } from '@kb/codegen';

/** The operator's sources. */
interface OperatorSources {
  /** Their folder. */
  readonly sources: string;
  readonly reader: SourceReader;
}

/**
 * Adds an entry to a list of the operator. A list that kb cannot edit stays as it is if any source imports the entry:
 * its author has added it in another place.
 */
export async function addUnlessImported(
  text: string,
  entry: ListEntry,
  { sources, reader }: OperatorSources,
): Promise<ListEdit> {
  const result = await addToList(text, entry);
  if ('text' in result) return result;
  const wanted = moduleAt(sources, entry.importFrom);
  const files = reader.list(sources).filter((file) => /(?<!\.test|\.e2e|\.d)\.ts$/.test(file));
  const isImported = files.some((file) =>
    modulesOf(reader.read(file) ?? '').some((name) => moduleAt(posix.dirname(file), name) === wanted),
  );
  return isImported ? { text } : result;
}

/** The relative modules that a source imports or exports from; lines that are comments do not count. */
function modulesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^[ \t]*(?:\/\/|\*)/.test(line));
  return lines.flatMap((line) => /\bfrom ?['"](\.[^'"]{0,500})['"]/.exec(line)?.[1] ?? []);
}

function moduleAt(folder: string, name: string): string {
  return posix.join(folder, name).replace(/\.[jt]s$/, '');
}
