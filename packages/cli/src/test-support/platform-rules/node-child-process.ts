// Replaces node:child_process: programs get this machine's names of files.
import childProcess, { type SpawnOptions, type SpawnSyncOptions } from 'node:child_process';
import { realName } from './names.ts';

const realWord = (word: string): string => (/^C:[\\/]/.test(word) ? realName(word) : word);

const realOptions = <Options extends { cwd?: string | URL | undefined }>(options: Options): Options =>
  options.cwd === undefined ? options : { ...options, cwd: realName(options.cwd) };

export const spawn = (program: string, words: readonly string[], options: SpawnOptions): childProcess.ChildProcess =>
  childProcess.spawn(realWord(program), words.map(realWord), realOptions(options));

export const spawnSync = (
  program: string,
  words: readonly string[],
  options: SpawnSyncOptions,
): childProcess.SpawnSyncReturns<string | NonSharedBuffer> =>
  childProcess.spawnSync(realWord(program), words.map(realWord), realOptions(options));

export const { execFile, execFileSync, fork } = childProcess;
