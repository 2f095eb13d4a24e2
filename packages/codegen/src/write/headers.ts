import { mergeConflictHint, mergeConflictMessage, mergeConflictsIn } from '@kb/apimachinery/yaml';
import type { DiagnosticCode } from '../diagnostic/codes.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { GenerateSettings } from '../project/project-file.ts';
import { PROJECT_FILE_NAME } from '../project/project-file.ts';
import { placeInProjectFile } from '../project/project-file-text.ts';
import { skipSourceComments } from '../marks/source-comments.ts';
import type { SourceReader } from '../read/source-reader.ts';

/**
 * The headers of generated files. Each is empty, or ends with a line break; undefined if it is invalid, in which case
 * files with it cannot be compared.
 */
export interface Headers {
  readonly manifest: string | undefined;
  readonly source: string | undefined;
}

const CODE: DiagnosticCode = 'KB_HEADER_FILE';

/**
 * Reads the header files of the settings, and inserts the year. Reports a missing file, and one that contains more than
 * comments.
 */
export function readHeaders(settings: GenerateSettings, reader: SourceReader, reporter: Reporter): Headers {
  const read = (
    setting: 'headerFile' | 'sourceHeaderFile',
    firstOther: (text: string) => number | undefined,
    hint: string,
  ): string | undefined => {
    const file = settings[setting];
    if (file === undefined) return '';
    const text = reader.read(file);
    if (text === undefined) {
      const place = placeInProjectFile(reader.read(PROJECT_FILE_NAME) ?? '', ['generate', setting], file);
      reporter.report(place ?? { file: PROJECT_FILE_NAME, line: 0, column: 0, length: 1 }, {
        code: CODE,
        message: `there is no header file ${file}`,
        hint: 'create it, or set another path: paths are relative to the project file',
      });
      return undefined;
    }
    const line = firstOther(text);
    const [conflict] = line === undefined ? [] : mergeConflictsIn(text);
    if (conflict !== undefined) {
      reporter.report(
        { file, line: conflict.line, column: 1, length: conflict.length },
        { code: 'KB_MERGE_CONFLICT', message: mergeConflictMessage(conflict), hint: mergeConflictHint(conflict) },
      );
      return undefined;
    }
    if (line !== undefined) {
      const message = 'this line is not a comment, and generated files begin with this text';
      reporter.report(
        { file, line, column: 1, length: Math.max(1, lineOf(text, line).length) },
        { code: CODE, message, hint },
      );
      return undefined;
    }
    // As in controller-gen, the word is removed even without a year.
    return withLineBreak(text.replaceAll(' YEAR', ` ${settings.year ?? ''}`));
  };
  return {
    manifest: read('headerFile', firstNonYamlComment, 'every line of the header of manifests begins with #'),
    source: read('sourceHeaderFile', firstNonSourceComment, 'the header of sources is in // or /* */ comments'),
  };
}

function firstNonYamlComment(text: string): number | undefined {
  const index = text.split('\n').findIndex((line) => !/^[ \t]*(?:#.*)?\r?$/.test(line));
  return index === -1 ? undefined : index + 1;
}

function firstNonSourceComment(text: string): number | undefined {
  const end = skipSourceComments(text);
  return end === text.length ? undefined : text.slice(0, end).split('\n').length;
}

function lineOf(text: string, line: number): string {
  return text.split(/\r?\n/)[line - 1] ?? '';
}

function withLineBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
