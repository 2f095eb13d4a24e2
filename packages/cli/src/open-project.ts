import path from 'node:path';
import {
  type Diagnostic,
  fileSystemReader,
  formatDiagnostics,
  loadProjectFile,
  type ProjectFile,
  PROJECT_FILE_NAME,
  type SourceReader,
  unfinishedCommand,
} from '@kb/codegen';
import { CliError } from './cli-error.ts';
import { projectRootOf } from './generate-cache/recorded-output.ts';

/** A project whose file is valid. */
export interface OpenProject {
  /** The folder of PROJECT, absolute. */
  readonly root: string;
  readonly project: ProjectFile;
  readonly reader: SourceReader;
}

/** A project that was found, and the problems of its file. */
export interface FoundProject {
  /** The folder of PROJECT, absolute. */
  readonly root: string;
  /** Undefined if the file is invalid. */
  readonly project: ProjectFile | undefined;
  readonly reader: SourceReader;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds the project of a folder: PROJECT there, or in the nearest parent folder. `readerOf` creates the reader for the
 * files of a project. Throws a CliError if there is none.
 */
export function findProject(cwd: string, readerOf: (root: string) => SourceReader = fileSystemReader): FoundProject {
  const root = projectRootOf(cwd);
  if (root === undefined) throw noProject(cwd);
  const reader = readerOf(root);
  const { project, diagnostics } = loadProjectFile(root, reader);
  return { root, project, reader, diagnostics };
}

/**
 * Opens the project of a folder, found as by {@link findProject}. Throws a CliError if there is none, or if its file is
 * invalid.
 */
export function openProject(cwd: string): OpenProject {
  const { root, project, reader, diagnostics } = findProject(cwd);
  if (project === undefined) throw invalidProject(diagnostics);
  return { root, project, reader };
}

/** Creates an error from the diagnostics of a project file. */
function invalidProject(diagnostics: readonly Diagnostic[]): CliError {
  return new CliError('KB_PROJECT_INVALID', `the project file is invalid\n${formatDiagnostics(diagnostics)}`);
}

function noProject(cwd: string): CliError {
  const unfinished = foldersUpFrom(cwd).find((folder) => unfinishedCommand(folder) === 'kb init');
  if (unfinished !== undefined) {
    return new CliError(
      'KB_UNFINISHED_WRITE',
      `there is no ${PROJECT_FILE_NAME} file yet: "kb init" was interrupted in ${unfinished}`,
      {
        hint: 'Run "npx kb init" there again, with the same flags: it finishes or repeats the command.',
      },
    );
  }
  return new CliError('KB_PROJECT_NOT_FOUND', `there is no ${PROJECT_FILE_NAME} file in ${cwd} or above`, {
    hint: 'Create a project with "npx kb init --domain example.com --repo example.com/api".',
  });
}

function foldersUpFrom(start: string): string[] {
  const parent = path.dirname(start);
  return parent === start ? [start] : [start, ...foldersUpFrom(parent)];
}
