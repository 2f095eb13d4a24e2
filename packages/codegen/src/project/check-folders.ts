import type { Span } from '../diagnostic/diagnostic.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import type { SourceReader } from '../read/source-reader.ts';
import { type ProjectPaths, PROJECT_FILE_NAME } from './project-file.ts';
import { placeInProjectFile } from './project-file-text.ts';

const hints = {
  api: 'paths.api is the folder of the API package, relative to the project file; default packages/api',
  controller: 'paths.controller is the folder of the controllers, relative to the project file; [] if there are none',
} as const;

/**
 * Reports missing folders of sources, because what was generated from them would be removed. A project that does not
 * set the folder of its controllers need not have one.
 */
export function checkFolders({ api, controller }: ProjectPaths, reader: SourceReader, reporter: Reporter): void {
  const check = (folder: string, key: 'api' | 'controller', index: number): void => {
    if (isThere(folder, reader)) return;
    const place = placeOf(folder, key, index, reader);
    if (place === undefined && key === 'controller') return;
    reporter.report(place ?? { file: PROJECT_FILE_NAME, line: 0, column: 0, length: 1 }, {
      code: 'KB_FOLDER_MISSING',
      message: `there is no folder ${folder}, or nothing in it`,
      hint: hints[key],
    });
  };
  api.forEach((folder, index) => check(folder, 'api', index));
  controller.forEach((folder, index) => check(folder, 'controller', index));
}

function isThere(folder: string, reader: SourceReader): boolean {
  return reader.read(`${folder}/package.json`) !== undefined || reader.list(folder).length > 0;
}

/** The place where the project file names a folder: in a list, or alone. */
function placeOf(folder: string, key: 'api' | 'controller', index: number, reader: SourceReader): Span | undefined {
  const text = reader.read(PROJECT_FILE_NAME) ?? '';
  for (const path of [
    ['paths', key, index],
    ['paths', key],
  ]) {
    const place = placeInProjectFile(text, path, folder) ?? placeInProjectFile(text, path, `${folder}/`);
    if (place !== undefined) return place;
  }
  return undefined;
}
