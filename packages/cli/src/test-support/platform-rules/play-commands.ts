// Runs every command that writes, each on the project that it begins with, and then `kb generate --check`, by another
// spelling of the folder where the platform ignores case. Prints what came of it: a line of JSON.
import { pathToFileURL } from 'node:url';
import { callOf, runCommand, startOf, writingCommands } from '../writing-commands.ts';
import type { KbRun } from '../run-kb.ts';
import { rules } from './rules.ts';

/** What came of a command. */
export interface PlayedCommand {
  readonly call: string;
  /** The folder, as the platform names it. */
  readonly folder: string;
  /** The output, with `SHOP` for the folder, and `/` in the names of files in it. */
  readonly run: KbRun;
  /** What `kb generate --check` says afterwards. */
  readonly check: KbRun;
  /** Files by name, with `/`. */
  readonly files: Readonly<Record<string, string>>;
}

const played: PlayedCommand[] = [];
for (const command of writingCommands) {
  using folder = await startOf(command);
  const plain = (text: string): string =>
    text
      .replaceAll(pathToFileURL(folder.path).href, 'SHOP')
      .split(folder.path)
      .map((after, index) => (index === 0 ? after : after.replace(/^[\w\\.-]*/, (name) => name.replaceAll('\\', '/'))))
      .join('SHOP');
  const run = await runCommand(command, folder);
  const check = await folder.kbIn(rules.ignoresCase ? '../SHOP' : '', 'generate', '--check');
  const files = Object.entries(folder.snapshot()).map(([name, content]) => [name.replaceAll('\\', '/'), content]);
  played.push({
    call: callOf(command).join(' '),
    folder: folder.path,
    run: { ...run, out: plain(run.out), err: plain(run.err) },
    check: { ...check, out: plain(check.out), err: plain(check.err) },
    files: Object.fromEntries(files),
  });
}
console.log(JSON.stringify(played));
