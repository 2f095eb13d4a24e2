import {
  type GeneratedFile,
  parseProjectFile,
  PROJECT_FILE_NAME,
  type ProjectFile,
  type SourceReader,
} from '@kb/codegen';
import { renderScaffold } from '../frozen/render-scaffold.ts';
import { scaffoldFacts } from '../frozen/scaffold-facts.ts';
import { changedRecord, formatRecord, parseRecord, RECORD_FILE } from './scaffold-record.ts';

/**
 * The record of a project after a command; none if the project has no record, which "kb update" then begins.
 * `before` and `after` see the project's files before and after the command.
 */
export function recordEdits(project: ProjectFile, before: SourceReader, after: SourceReader): GeneratedFile[] {
  const text = before.read(RECORD_FILE);
  const old = parseProjectFile(before.read(PROJECT_FILE_NAME) ?? '').project;
  if (text === undefined || old === undefined) return [];
  const record = changedRecord(
    parseRecord(text),
    renderScaffold(old, scaffoldFacts(old, before)),
    renderScaffold(project, scaffoldFacts(project, after)),
  );
  const content = formatRecord(record);
  return content === formatRecord(parseRecord(text)) ? [] : [{ path: RECORD_FILE, content }];
}
