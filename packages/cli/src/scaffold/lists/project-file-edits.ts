import { editProjectFile, type GeneratedFile, PROJECT_FILE_NAME, type SourceReader } from '@kb/codegen';
import type { ProjectChange } from './list-to-edit.ts';

/** Returns PROJECT with new or changed kinds; comments and unknown keys stay. */
export function projectFileEdits({ before, after }: ProjectChange, reader: SourceReader): GeneratedFile[] {
  const text = reader.read(PROJECT_FILE_NAME) ?? '';
  return [{ path: PROJECT_FILE_NAME, content: editProjectFile(text, before, after) }];
}
