import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';

/** Tells of changes near files, as soon as the system does. Gives the function that ends it. */
export type WatchDirectories = (
  paths: readonly string[],
  changed: () => void,
  failed: (error: unknown) => void,
) => () => void;

/**
 * Watches the directories that files are in, not the files: a file that is replaced by a rename is another file, and
 * what kubelet mounts is changed by renaming a symbolic link beside them. A directory that cannot be watched is
 * reported; whoever watches must poll besides.
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
