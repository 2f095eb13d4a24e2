import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Returns the names of the recordings in a folder, without `.json`, that changed last, according to git: what is not
 * committed first. An empty list without git.
 */
export function recordedLast(folder: string): readonly string[] {
  const commands = [
    ['status', '--porcelain', '--untracked-files=all', '--', '.'],
    ['log', '--max-count=50', '--format=', '--name-only', '--', '.'],
  ];
  const lines = commands.flatMap((words) =>
    (spawnSync('git', words, { cwd: folder, encoding: 'utf8' }).stdout ?? '').split('\n'),
  );
  const names = lines.filter((line) => line.endsWith('.json')).map((line) => path.basename(line, '.json'));
  return [...new Set(names)];
}
