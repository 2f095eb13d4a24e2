import {
  deployedNamespace,
  type GeneratedFile,
  operatorNamespace,
  type ProjectFile,
  renameNamespaceInMarkers,
  type SourceReader,
} from '@kb/codegen';
import { CliError } from '../cli-error.ts';
import { renderScaffold } from '../scaffold/frozen/render-scaffold.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';
import { headerlessReader, sourceHeader } from '../scaffold/license/source-headers.ts';
import { digestOf } from '../scaffold/write/scaffold-record.ts';
import { mergeFile } from '../update/merge/merge-file.ts';
import { switchMarkers } from './switch-markers.ts';

/** What another scope or namespace of the operator changes in the files of a project. */
export interface ScopeChange {
  readonly files: readonly GeneratedFile[];
  /** Files that the new scaffold does not have, and nobody edited. */
  readonly removed: readonly string[];
  /** Files that are left to the author, each with the reason. */
  readonly notTouched: readonly string[];
}

/** Files without which the operator has the old scope; others are examples, which an author may have replaced. */
const ESSENTIAL = /(?:\/main\.ts|\/manager\.yaml|\/role_binding\.yaml|\/default\/kustomization\.yaml)$/;

/**
 * Carries what the scope or the namespace of the operator changes in the scaffold over to the project's files: markers
 * by line, other files by a merge, so that edits stay. Throws a CliError for a file that decides about the scope and
 * has another form.
 */
export function scopeChange(before: ProjectFile, after: ProjectFile, reader: SourceReader): ScopeChange {
  const bare = headerlessReader(reader, sourceHeader(before, reader));
  const base = renderScaffold(before, scaffoldFacts(before, reader));
  const next = renderScaffold(after, scaffoldFacts(after, reader));
  const files: GeneratedFile[] = [];
  const notTouched: string[] = [];
  const byHand: string[] = [];
  const sources = after.paths.controller.map((folder) => `${folder}/src/`);
  const hasMarkers = (path: string): boolean => path.endsWith('.ts') && sources.some((place) => path.startsWith(place));
  const [from, to] = [operatorNamespace(before), operatorNamespace(after)];
  const deployed = deployedNamespace(after, reader);
  for (const [path, theirs] of Object.entries(next)) {
    const [old, yours] = [base[path], bare.read(path)];
    if (old === theirs || path === 'PROJECT') continue;
    if (from !== to && path === deployed?.file && deployed.name === to) continue;
    if (old === undefined || yours === undefined) {
      if (old === undefined && yours === undefined) files.push({ path, content: theirs });
      continue;
    }
    if (hasMarkers(path) && /^\/\/ \+kubebuilder:/m.test(old)) continue;
    const { text, conflicts } = mergeFile(path, { base: old, yours, theirs }, 'kb edit');
    if (conflicts.length === 0) files.push({ path, content: text });
    else if (hasScope(path, yours, after)) continue;
    else if (ESSENTIAL.test(path)) byHand.push(`${path}: ${whatToChange(old, theirs)}`);
    else notTouched.push(`${path}: it was edited, or an older kb wrote it`);
  }
  if (byHand.length > 0) {
    throw new CliError('KB_LIST_BY_HAND', `kb cannot change files that were edited\n${byHand.join('\n')}`, {
      hint: 'Nothing was written. Change them, and run the command again.',
    });
  }
  const isUnedited = (path: string): boolean => digestOf(bare.read(path) ?? '') === digestOf(base[path] ?? '');
  const removed = Object.keys(base).filter((path) => !(path in next) && isUnedited(path));
  const markers =
    from === to
      ? switchMarkers({ base, next }, after, reader)
      : { files: renamedMarkers({ from, to }, after, reader), notTouched: [] };
  return { files: [...files, ...markers.files], removed, notTouched: [...notTouched, ...markers.notTouched] };
}

function renamedMarkers(
  { from, to }: { readonly from: string; readonly to: string },
  { paths }: ProjectFile,
  reader: SourceReader,
): GeneratedFile[] {
  const sources = paths.controller.flatMap((folder) => reader.list(folder)).filter((path) => path.endsWith('.ts'));
  return sources.flatMap((path) => {
    const before = reader.read(path) ?? '';
    const content = renameNamespaceInMarkers(before, from, to);
    return content === before ? [] : [{ path, content }];
  });
}

/** Whether a file that decides about the scope of the operator says what PROJECT says, in whatever form. */
export function hasScope(path: string, yours: string, { namespaced = false }: ProjectFile): boolean {
  if (path.endsWith('/main.ts')) return /\bnamespaced: true\b|\bWATCH_NAMESPACE\b/.test(yours) === namespaced;
  if (path.endsWith('/manager.yaml')) return /\bname: WATCH_NAMESPACE\b/.test(yours) === namespaced;
  return path.endsWith('/role_binding.yaml') && /^kind: RoleBinding$/m.test(yours) === namespaced;
}

/** The lines that go, and those that come. */
function whatToChange(old: string, next: string): string {
  const [before, after] = [old, next].map((text) => text.split('\n'));
  const lines = (from: readonly string[] = [], other: readonly string[] = [], mark: string): string[] =>
    from.filter((line) => !other.includes(line)).map((line) => `    ${mark} ${line}`);
  return `change\n${[...lines(before, after, '-'), ...lines(after, before, '+')].join('\n')}`;
}
