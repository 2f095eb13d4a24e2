import {
  type FileChange,
  formatPlan,
  type GeneratedFile,
  type ProjectFile,
  PROJECT_FILE_NAME,
  removeFromList,
  type SourceReader,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { renderScaffold } from '../scaffold/frozen/render-scaffold.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';
import { headerlessReader, sourceHeader } from '../scaffold/license/source-headers.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { removeSequenceEntry } from '../scaffold/lists/sequence-entries.ts';
import { registryFiles } from '../scaffold/templates/registries.ts';
import { digestOf } from '../scaffold/write/scaffold-record.ts';
import { mergeFile } from '../update/merge/merge-file.ts';

/** What a deletion changes in a project. */
export interface Deletion {
  readonly files: readonly GeneratedFile[];
  readonly removed: readonly string[];
  /** Removed files that a person edited, with the text that kb had written. */
  readonly edited: readonly FileChange[];
}

/** What a deletion leaves as it is. */
export interface DeletionLimits {
  /** Of the files that stay, change only lists, and what is about the first kind of a project. */
  readonly onlyLists?: boolean;
}

/**
 * Computes what goes with kinds or webhooks that a project has no longer: their own files are removed, and their
 * entries in lists. Throws a CliError KB_LIST_BY_HAND for a list in a form that kb cannot edit.
 */
export async function deletion(
  before: ProjectFile,
  after: ProjectFile,
  files: SourceReader,
  { onlyLists = false }: DeletionLimits = {},
): Promise<Deletion> {
  const reader = headerlessReader(files, sourceHeader(before, files));
  const facts = scaffoldFacts(before, reader);
  const [old, now] = [renderScaffold(before, facts), renderScaffold(after, facts)];
  const sources = `${before.paths.controller[0] ?? 'packages/controller'}/src`;
  // What serves the webhooks stays: their list is empty then.
  const list = (name: string): string => `${sources}/${name}.ts`;
  const lists = new Set([...registryFiles(before).map(({ path }) => path), list('story')]);
  const removed: string[] = [];
  const edited: FileChange[] = [];
  const changed: GeneratedFile[] = [];
  const refused: string[] = [];
  for (const [path, scaffolded] of Object.entries(old)) {
    const yours = reader.read(path);
    const isList = path === list('webhooks') || path === list('controllers');
    const next = now[path];
    const isKept = path === PROJECT_FILE_NAME || path === list('main');
    if (yours === undefined || next === scaffolded || isKept) continue;
    if (onlyLists && next !== undefined && !lists.has(path)) continue;
    if (next === undefined && !isList) {
      removed.push(path);
      if (digestOf(yours) !== digestOf(scaffolded))
        edited.push({ kind: 'delete', path, before: scaffolded, after: yours });
      continue;
    }
    const texts = { scaffolded, next: next ?? '', yours };
    const result = isList ? await withoutEntries(path, texts) : withoutLines(path, texts);
    if ('problem' in result) refused.push(`${path}: ${result.problem}`);
    else if (result.text !== yours) changed.push({ path, content: result.text });
  }
  if (refused.length > 0) {
    throw new CliError('KB_LIST_BY_HAND', `kb cannot remove the entries from\n  ${refused.join('\n  ')}`, {
      hint: 'Nothing was written. Remove them, and run the command again.',
    });
  }
  return { files: [...changed, ...projectFileEdits({ before, after }, reader)], removed, edited };
}

/** Throws a CliError that shows what a person wrote into files that would be removed. */
export function refuseEdited(root: string, { edited }: Deletion): void {
  if (edited.length === 0) return;
  throw new CliError(
    'KB_NEEDS_YES',
    `${edited.length === 1 ? 'a file that' : `${edited.length} files that`} would be removed ${edited.length === 1 ? 'was' : 'were'} edited\n${formatPlan({ root, changes: edited, unchanged: [] }, { diff: true })}`,
    { hint: 'Nothing was written. Add --yes to remove them with these edits.' },
  );
}

interface ListTexts {
  readonly scaffolded: string;
  readonly next: string;
  readonly yours: string;
}

type Result = { readonly text: string } | { readonly problem: string };

/** A list of a source without the entries that the scaffold no longer has, found by their imports. */
async function withoutEntries(path: string, { scaffolded, next, yours }: ListTexts): Promise<Result> {
  const list = path.endsWith('/webhooks.ts') ? 'webhooks' : 'controllers';
  let text = yours;
  for (const [line, importName = '', importFrom = ''] of scaffolded.matchAll(
    /^import \{ (\w+) \} from '(\.[^']+)';$/gm,
  )) {
    if (next.includes(line)) continue;
    const result = await removeFromList(text, { list, importName, importFrom });
    if ('problem' in result) return { problem: `${result.problem}; remove ${line}, and its use` };
    ({ text } = result);
    // Something else of the file, which its author has added, would be imported from nowhere.
    const other = text.split('\n').find((one) => !one.startsWith('//') && one.includes(`from '${importFrom}'`));
    if (other !== undefined) {
      const statement = other.trim().replace(/;$/, '');
      return { problem: `it needs something else of ${importFrom}, which goes; remove ${statement}, and its use` };
    }
  }
  return { text };
}

/** A text without the lines that the scaffold no longer has. Lists of kustomizations are edited by their entries. */
function withoutLines(path: string, { scaffolded, next, yours }: ListTexts): Result {
  const merged = mergeFile(path, { base: scaffolded, yours, theirs: next }, 'kb');
  if (merged.conflicts.length === 0) return { text: merged.text };
  const stays = next.split('\n');
  // The key of a list that is empty now: JSON has it in another form.
  const gone = scaffolded.split('\n').filter((line) => !stays.includes(line) && !stays.includes(`${line} []`));
  let text = yours;
  for (const line of gone) {
    const entry = /^- (\S+)$/.exec(line)?.[1];
    const result = entry === undefined ? undefined : removeSequenceEntry(text, 'resources', entry);
    if (result === undefined || 'problem' in result) return { problem: `remove\n    ${gone.join('\n    ')}` };
    ({ text } = result);
  }
  return { text };
}
