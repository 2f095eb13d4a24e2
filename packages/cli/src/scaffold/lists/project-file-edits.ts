import { editProjectFile, type GeneratedFile, projectFileName, type SourceReader } from '@kb/codegen';
import type { ProjectChange } from './list-to-edit.ts';

/** PROJECT with the kinds that are new or differ; comments in it, and what kb does not know, stay. */
export function projectFileEdits({ before, after }: ProjectChange, reader: SourceReader): GeneratedFile[] {
  const text = reader.read(projectFileName) ?? '';
  return [{ path: projectFileName, content: editProjectFile(text, before, after) }];
}
