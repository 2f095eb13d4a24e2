import type { FileChange, ProjectFile, SourceReader } from '@kb/codegen';
import type { OpenProject } from '../open-project.ts';
import { renderScaffold } from '../scaffold/frozen/render-scaffold.ts';
import { scaffoldFacts } from '../scaffold/frozen/scaffold-facts.ts';
import { projectFileEdits } from '../scaffold/lists/project-file-edits.ts';
import { changeOf, overlayReader } from '../scaffold/plan-scaffold.ts';
import { parseRecord, RECORD_FILE } from '../scaffold/write/scaffold-record.ts';
import { recordEdits } from '../scaffold/write/write-scaffold.ts';
import { planUpdate } from './plan-update.ts';

/**
 * What changes in a project whose PROJECT becomes another one: PROJECT itself, and what the scaffold says of it in
 * other files, merged with what the author has there. Empty if nothing changes.
 */
export function changedScaffold({ project, reader }: OpenProject, next: ProjectFile): FileChange[] {
  const files = projectFileEdits({ before: project, after: next }, reader);
  const updates = planUpdate({
    base: renderScaffold(project, scaffoldFacts(project, reader)),
    theirs: renderScaffold(next, scaffoldFacts(next, reader)),
    reader,
    // What an older version of kb scaffolded is the business of "kb update".
    record: changedOnly(project, next, reader),
    label: 'kb',
  });
  const written = updates.flatMap(({ path, content }) => (content === undefined ? [] : [{ path, content }]));
  const all = [...files, ...written];
  const record = recordEdits(next, reader, overlayReader(reader, all));
  return [...all, ...record].flatMap((file) => changeOf(file, reader) ?? []);
}

/** The record of files that the next scaffold changes. */
function changedOnly(project: ProjectFile, next: ProjectFile, reader: SourceReader): ReadonlyMap<string, string> {
  const record = parseRecord(reader.read(RECORD_FILE) ?? '');
  const [base, theirs] = [project, next].map((one) => renderScaffold(one, scaffoldFacts(one, reader)));
  return new Map([...record].filter(([file]) => base?.[file] !== theirs?.[file]));
}
