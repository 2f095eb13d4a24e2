import { mergeConflictMessage, mergeConflictsIn } from '@kb/apimachinery/yaml';
import type { DiagnosticCode } from '../diagnostic/codes.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { SourceReader } from '../read/source-reader.ts';
import type { GeneratedFile } from './plan-writes.ts';
import { isGenerated } from '../marks/generated-marks.ts';

/**
 * Reports generated files that cannot be written: two with the same path, folders in the way, and hand-written files,
 * which are never replaced.
 */
export function checkPlaces(files: readonly GeneratedFile[], reader: SourceReader, reporter: Reporter): void {
  const taken = new Set<string>();
  for (const { path, content } of files) {
    const report = (code: DiagnosticCode, message: string, hint: string, line = 0, length = 1): void =>
      reporter.report({ file: path, line, column: line === 0 ? 0 : 1, length }, { code, message, hint });
    const refuse = (message: string, hint: string, line = 0): void => report('KB_FILE_IN_THE_WAY', message, hint, line);
    if (taken.has(path)) {
      report(
        'KB_OUTPUT_CLASH',
        'kb generates two different files here',
        'give the roles (generate.roleFile), or one of the folders (paths), another name',
      );
      continue;
    }
    taken.add(path);
    const present = presentText(path, reader);
    if (present === 'unreadable')
      refuse('kb generates this file, and the existing one cannot be read', 'see whether you need it, and remove it');
    else if (present === 'folder')
      refuse('kb generates this file, but there is a folder of that name', 'move the folder');
    else if (present !== undefined && !isGenerated(path, present.text, content)) {
      const [conflict] = mergeConflictsIn(present.text);
      if (conflict !== undefined) {
        report(
          'KB_MERGE_CONFLICT',
          `${mergeConflictMessage(conflict)}, and of what was merged one side at least is not what kb generates`,
          'remove the file, if nothing in it was written by hand, and kb generates it again; otherwise resolve the conflict',
          conflict.line,
          conflict.length,
        );
        continue;
      }
      refuse(
        'kb generates this file, but it was written or changed by hand',
        path.endsWith('.ts')
          ? 'move it: the client package is for generated sources'
          : 'move its contents to a file of another name, then remove it',
        1,
      );
    }
  }
}

function presentText(
  file: string,
  reader: SourceReader,
): { readonly text: string } | 'folder' | 'unreadable' | undefined {
  try {
    const text = reader.read(file);
    return text === undefined ? undefined : { text };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return 'folder';
    if (error instanceof Error && 'code' in error) return 'unreadable';
    throw error;
  }
}
