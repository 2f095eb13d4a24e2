import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Calls `changed` when the system reports a change near the files. Returns the function that stops it. */
export type WatchDirectories = (
  paths: readonly string[],
  changed: () => void,
  failed: (error: unknown) => void,
) => () => void;

/**
 * Watches the directories that files are in, not the files: a file that is replaced by a rename is a different file,
 * and the kubelet changes mounted files by renaming a symbolic link beside them. A directory that cannot be watched is
 * reported to `failed`; the caller must poll as well.
 */
export const watchDirectories: WatchDirectories = (paths, changed, failed) => {
  const watchers: FSWatcher[] = [];
  for (const directory of new Set(paths.map((path) => dirname(path)))) {
    try {
      watchers.push(watch(directory, { persistent: false }, changed).on('error', failed));
    } catch (error) {
      failed(error);
    }
  }
  return () => {
    for (const watcher of watchers) watcher.close();
  };
};
