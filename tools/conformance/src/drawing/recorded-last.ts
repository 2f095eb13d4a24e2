import { spawnSync } from 'node:child_process';
import path from 'node:path';

/**
 * Returns the names of the recordings in a folder, without `.json`, that changed last, according to git: what is not
 * committed first. An empty list without git.
 */
export function recordedLast(folder: string): readonly string[] {
  const names = changedLast(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => path.basename(file, '.json'));
  return [...new Set(names)];
}

/** The same for recordings that are folders: the names of those in which a file changed last. */
export function foldersRecordedLast(folder: string): readonly string[] {
  const inside = `/${path.basename(folder)}/`;
  const names = changedLast(folder).flatMap((file) => {
    const at = file.lastIndexOf(inside);
    return at === -1 ? [] : file.slice(at + inside.length).split('/', 1);
  });
  return [...new Set(names)];
}

/** The files in a folder that changed last; their paths are those of the repository, maybe after other words. */
function changedLast(folder: string): readonly string[] {
  const commands = [
    ['status', '--porcelain', '--untracked-files=all', '--', '.'],
    ['log', '--max-count=50', '--format=', '--name-only', '--', '.'],
  ];
  return commands.flatMap((words) =>
    (spawnSync('git', words, { cwd: folder, encoding: 'utf8' }).stdout ?? '').split('\n'),
  );
}
