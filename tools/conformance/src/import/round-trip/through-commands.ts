import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { endWithThisProcess } from '../../processes.ts';
import { repositoryRoot } from '../../targets/repository.ts';
import type { DefinitionFile } from '../definitions/definition-files.ts';
import { nameOf, parseDefinitions } from '../definitions/parse-definitions.ts';
import { problemOf } from './problem-of.ts';
import { GENERATED_FOLDER, TYPES_FOLDER } from './folders.ts';
import { temporaryFolder } from './temporary-folder.ts';

const launcher = path.join(repositoryRoot, 'packages/cli/bin/kb.js');

/**
 * Imports and generates as a user does, with two commands in separate processes. Returns a description of the losses;
 * undefined if there are none.
 */
export async function problemThroughCommands(files: readonly DefinitionFile[]): Promise<string | undefined> {
  using folder = temporaryFolder();
  const sources = files.map(({ name, text }) => {
    const source = path.join(folder.path, 'sources', name);
    mkdirSync(path.dirname(source), { recursive: true });
    writeFileSync(source, text);
    return path.join('sources', name);
  });
  for (const words of [
    ['import', ...sources, '--into', TYPES_FOLDER],
    ['generate', '--api', TYPES_FOLDER, '--crd-dir', GENERATED_FOLDER],
  ]) {
    const problem = await problemOfCommand(words, folder.path);
    if (problem !== undefined) return `kb ${words.join(' ')}: ${problem}`;
  }
  const manifests = path.join(folder.path, GENERATED_FOLDER);
  const texts = existsSync(manifests)
    ? readdirSync(manifests).map((file) => readFileSync(path.join(manifests, file), 'utf8'))
    : [];
  const generated = new Map(texts.flatMap((text) => parseDefinitions(text).map((one) => [nameOf(one), text])));
  return problemOf(files.map(({ text }) => text).join('\n---\n'), { errors: [], generated });
}

async function problemOfCommand(words: readonly string[], cwd: string): Promise<string | undefined> {
  try {
    const running = promisify(execFile)(process.execPath, ['--conditions=@kb/source', launcher, ...words], { cwd });
    endWithThisProcess(running.child);
    await running;
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !('stderr' in error)) throw error;
    return `${error.message}\n${String(error.stderr)}`;
  }
}
