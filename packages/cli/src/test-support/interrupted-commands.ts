import { isDeepStrictEqual } from 'node:util';
import type { TestFolder } from './run-kb.ts';
import { dyingDisk, steppedDisk } from './stepped-disk.ts';
import { callOf, runCommand, startOf, type WritingCommand } from './writing-commands.ts';

type Snapshot = Readonly<Record<string, string>>;

/** How a command writes. */
export interface CommandSteps {
  /** The number of its steps on the file system. */
  readonly count: number;
  /** The project without the command, after the next one. */
  readonly old: Snapshot;
  /** The project with the command, after the next one. */
  readonly now: Snapshot;
}

/** Counts the steps by which a command writes. Throws an Error if it fails, or writes nothing. */
export async function stepsOf(command: WritingCommand): Promise<CommandSteps> {
  using without = await startOf(command);
  await next(command, without);
  using folder = await startOf(command);
  let count = 0;
  const counting = steppedDisk(({ number, run }) => {
    count = number + 1;
    run();
  });
  const { code, err } = await runCommand(command, folder, counting);
  if (code !== 0 || count === 0) throw new Error(`kb ${callOf(command).join(' ')} wrote nothing: ${err}`);
  await next(command, folder);
  return { count, old: without.snapshot(), now: folder.snapshot() };
}

/**
 * Runs a command that does nothing more from a step of its writing on, and the next command. Resolves with what the
 * project is then. Throws an Error if it is neither.
 */
export async function interrupt(
  command: WritingCommand,
  at: number,
  { count, old, now }: CommandSteps,
): Promise<'old' | 'new'> {
  using folder = await startOf(command);
  await runCommand(command, folder, dyingDisk(at));
  await next(command, folder);
  const left = folder.snapshot();
  if (isDeepStrictEqual(left, now)) return 'new';
  if (isDeepStrictEqual(left, old)) return 'old';
  const files = [...new Set([...Object.keys(left), ...Object.keys(now), ...Object.keys(old)])];
  const different = files.filter((file) => left[file] !== old[file] || left[file] !== now[file]);
  throw new Error(
    `kb ${callOf(command).join(' ')}, interrupted at step ${at} of ${count}, left neither the old project nor the new one: ${different.join(', ')}`,
  );
}

async function next({ next: words = ['generate'] }: WritingCommand, folder: TestFolder): Promise<void> {
  const { code, err } = await folder.kb(...words);
  if (code !== 0) throw new Error(`kb ${words.join(' ')}: ${err}`);
}
