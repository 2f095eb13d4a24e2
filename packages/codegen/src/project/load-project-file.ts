import { fileSystemReader, type SourceReader } from '../read/source-reader.ts';
import { PROJECT_FILE_NAME } from './project-file.ts';
import { type LoadProjectFileResult, parseProjectFile } from './project-file-text.ts';

/**
 * Reads the project file of a folder. A missing file is a diagnostic too; what the file system says otherwise is
 * thrown.
 */
export function loadProjectFile(root: string, reader: SourceReader = fileSystemReader(root)): LoadProjectFileResult {
  const text = reader.read(PROJECT_FILE_NAME);
  if (text !== undefined) return parseProjectFile(text);
  return {
    diagnostics: [
      {
        code: 'KB_PROJECT_FILE',
        severity: 'error',
        message: `there is no ${PROJECT_FILE_NAME} file here`,
        file: PROJECT_FILE_NAME,
        line: 0,
        column: 0,
        length: 1,
        hint: 'make a project with kb init',
      },
    ],
  };
}
