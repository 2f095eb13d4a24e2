import path from 'node:path';
import type { Diagnostic } from '@kb/codegen';
import type { NamedText } from '@kb/import';
import { type ClusterOptions, readCluster } from './read-cluster.ts';
import { readFiles } from './read-files.ts';
import { type DownloadLimits, isUrl, nameOfUrl, readUrl } from './read-url.ts';
import { diagnosticOf, readText, SourceProblem } from './source-problem.ts';

/** Options of {@link readSources}. */
export interface SourceOptions extends ClusterOptions {
  /** The folder that relative paths start from, absolute. */
  readonly cwd: string;
  /** The input for `-`. Default: the standard input of the process. */
  readonly stdin?: AsyncIterable<Uint8Array> | undefined;
  readonly download?: DownloadLimits | undefined;
}

/** The result of reading sources. */
export interface ReadSources {
  /** In the order of the sources, without duplicates. */
  readonly texts: readonly NamedText[];
  /** The problems of sources, and of files in folders, that could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Describes the possible sources of CustomResourceDefinitions. */
export const SOURCE_WORDS =
  'a file, a folder, a URL, - for standard input, or cluster for the cluster of the kubeconfig';

/**
 * Reads sources that a user names: files, folders, http and https URLs, `-` for standard input, and `cluster` for the
 * cluster of a kubeconfig (a file of that name is `./cluster`). A source that cannot be read is reported, and the
 * others are read. Throws a CliError if this Node is too old for the network stack, which `cluster` needs.
 */
export async function readSources(sources: readonly string[], options: SourceOptions): Promise<ReadSources> {
  const texts = new Map<string, NamedText>();
  const diagnostics: Diagnostic[] = [];
  for (const source of new Set(sources)) {
    try {
      for (const each of await readSource(source, options)) {
        if ('problem' in each) diagnostics.push(diagnosticOf(each.problem, each.name));
        else add(each, texts);
      }
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      diagnostics.push(diagnosticOf(error, nameOf(source)));
    }
  }
  return { texts: [...texts.values()], diagnostics };
}

/** Adds a text unless it was already read: a file can be in a folder that is also a source. */
function add(text: NamedText, texts: Map<string, NamedText>): void {
  let name = text.name;
  for (let number = 2; texts.has(name); number++) {
    if (texts.get(name)?.text === text.text) return;
    // Addresses can differ in the part that is not shown.
    name = `${text.name} (${number})`;
  }
  texts.set(name, { ...text, name });
}

async function readSource(
  source: string,
  options: SourceOptions,
): Promise<readonly (NamedText | { readonly name: string; readonly problem: SourceProblem })[]> {
  if (source === '-') return [{ name: nameOf(source), text: await readText(options.stdin ?? process.stdin) }];
  if (source === 'cluster') {
    const { cwd, env, kubeconfig, kubeContext } = options;
    return readCluster({
      env,
      kubeContext,
      kubeconfig: kubeconfig === undefined ? undefined : path.resolve(cwd, kubeconfig),
    });
  }
  if (isUrl(source)) return [await readUrl(source, options.download)];
  return readFiles(source, options.cwd);
}

/** The name of a source in messages. */
function nameOf(source: string): string {
  if (source === '-') return '<stdin>';
  if (source === '') return '""';
  return isUrl(source) ? nameOfUrl(source) : source;
}
