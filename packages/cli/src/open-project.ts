import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  fileSystemReader,
  formatDiagnostics,
  loadProjectFile,
  type ProjectFile,
  projectFileName,
  type SourceReader,
} from '@kb/codegen';
import { CliError } from './cli-error.ts';

/** A project as the commands see it. */
export interface OpenProject {
  /** The folder of PROJECT, absolute. */
  readonly root: string;
  readonly project: ProjectFile;
  readonly reader: SourceReader;
}

/** Finds the project of a folder: PROJECT there, or in the nearest folder above. Throws a CliError when there is none, or when it is wrong. */
export function openProject(cwd: string): OpenProject {
  const root = projectRoot(cwd);
  if (root === undefined) {
    throw new CliError('KB_PROJECT_NOT_FOUND', `there is no ${projectFileName} file in ${cwd} or above`, {
      hint: 'Make a project with "kb init --domain example.com --repo example.com/api".',
    });
  }
  const reader = fileSystemReader(root);
  const { project, diagnostics } = loadProjectFile(root, reader);
  if (!project) {
    throw new CliError(
      'KB_PROJECT_INVALID',
      `the project file is wrong\n${formatDiagnostics(diagnostics, { format: 'text' })}`,
    );
  }
  return { root, project, reader };
}

function projectRoot(start: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, projectFileName))) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}
