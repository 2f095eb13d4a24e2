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
import type { CommandContext } from './command-line/command.ts';
import { projectRootOf } from './generate-cache/recorded-output.ts';
import { remoteCommand } from './how-to-run.ts';

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

/** Where a command is called. */
type Place = Pick<CommandContext, 'cwd' | 'env'>;

/**
 * Finds the project of the current folder: PROJECT there, or in the nearest parent folder. `readerOf` creates the
 * reader for the files of a project. Throws a CliError if there is none.
 */
export function findProject(place: Place, readerOf: (root: string) => SourceReader = fileSystemReader): FoundProject {
  const root = projectRootOf(place.cwd);
  if (root === undefined) throw noProject(place);
  const reader = readerOf(root);
  const { project, diagnostics } = loadProjectFile(root, reader);
  return { root, project, reader, diagnostics };
}

/**
 * Opens the project of the current folder, found as by {@link findProject}. Throws a CliError if there is none, or if
 * its file is invalid.
 */
export function openProject(place: Place): OpenProject {
  const { root, project, reader, diagnostics } = findProject(place);
  if (project === undefined) throw invalidProject(diagnostics);
  return { root, project, reader };
}

/** Creates an error from the diagnostics of a project file. */
function invalidProject(diagnostics: readonly Diagnostic[]): CliError {
  return new CliError('KB_PROJECT_INVALID', `the project file is invalid\n${formatDiagnostics(diagnostics)}`);
}

function noProject({ cwd, env }: Place): CliError {
  const unfinished = foldersUpFrom(cwd).find((folder) => unfinishedCommand(folder) === 'kb init');
  if (unfinished !== undefined) {
    return new CliError(
      'KB_UNFINISHED_WRITE',
      `there is no ${PROJECT_FILE_NAME} file yet: "kb init" was interrupted in ${unfinished}`,
      {
        hint: `Run "${remoteCommand('init', env)}" there again, with the same flags: it finishes or repeats the command.`,
      },
    );
  }
  return new CliError('KB_PROJECT_NOT_FOUND', `there is no ${PROJECT_FILE_NAME} file in ${cwd} or above`, {
    hint: `Create a project with "${remoteCommand('init --domain example.com --repo example.com/api', env)}".`,
  });
}

function foldersUpFrom(start: string): string[] {
  const parent = path.dirname(start);
  return parent === start ? [start] : [start, ...foldersUpFrom(parent)];
}
