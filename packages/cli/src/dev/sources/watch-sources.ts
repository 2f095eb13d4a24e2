import { createHash } from 'node:crypto';
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import type { Clock } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { writtenAt } from './written-at.ts';

/** A watch of the files of some folders. */
export interface SourceWatch {
  /**
   * Also watches the files in this folder, without those in folders in it. What was written in it from this time on (in
   * milliseconds) is reported.
   */
  add(folder: string, since: number): void;
  /** Takes the files as they are now for known: they are not reported. */
  remember(files: readonly string[]): void;
  /** The files that exist. */
  files(): readonly string[];
  close(): void;
}

/** Options of {@link watchSources}. */
export interface WatchSourcesOptions {
  /** Folders, each with those in it; and single files. Absolute. */
  readonly places: readonly string[];
  /** Called with the files (absolute) whose content changed, that are new or gone; never twice at a time. */
  readonly onChange: (files: readonly string[]) => void;
  /** Called once if the machine cannot watch a folder. */
  readonly onError: (error: Error) => void;
  /** Default: the system's. */
  readonly clock?: Clock;
}

/** How long no file may change before changes are reported, in milliseconds: an editor writes several, or one twice. */
const QUIET = 15;
/** How long an empty file is taken for one that is being written, in milliseconds. */
const HALF_WRITTEN = 80;

/**
 * Reports changed files. What has the same content as before is not reported, and a file that was just emptied only if
 * it stays so.
 */
export function watchSources({ places, onChange, onError, clock = systemClock }: WatchSourcesOptions): SourceWatch {
  const closed = new AbortController();
  const watchers = new Map<string, FSWatcher>();
  const known = new Map<string, string>();
  const touched = new Set<string>();
  const single = new Set(places.filter((place) => !isFolder(place)));
  let turn = 0;

  const failed = (error: unknown): void => {
    if (closed.signal.aborted) return;
    onError(error instanceof Error ? error : new Error(String(error)));
  };

  /** `since`: files that were written from this time on, in milliseconds, are reported; others are known. */
  function addFolder(folder: string, since: number, depth: 'deep' | 'flat' | 'single' = 'deep'): void {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_type, name) => {
        const file = path.join(folder, name ?? '');
        if (name === null || (depth === 'single' && !single.has(file))) return;
        if (depth === 'single' || !isIgnored(name)) touch(file, depth === 'deep');
      });
      watcher.on('error', (error) => {
        watcher.close();
        watchers.delete(folder);
        if (isFolder(folder)) failed(error);
      });
      watchers.set(folder, watcher);
    } catch (error) {
      failed(error);
      return;
    }
    if (depth === 'single') return;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (isIgnored(entry.name)) continue;
      if (entry.isDirectory()) {
        if (depth === 'deep') addFolder(file, since);
      } else if (writtenAt(file) >= since) touch(file, false);
      else known.set(file, contentOf(file));
    }
  }

  function touch(file: string, mayBeFolder: boolean): void {
    if (mayBeFolder && watchers.has(file)) forgetFolder(file);
    if (mayBeFolder && isFolder(file)) return addFolder(file, ALWAYS);
    touched.add(file);
    turn += 1;
    void settle(turn, QUIET);
  }

  /**
   * A watched folder came or went: another one may have taken its place, which its watcher does not see. What is gone
   * with it is reported.
   */
  function forgetFolder(folder: string): void {
    const inside = (place: string): boolean => place === folder || place.startsWith(folder + path.sep);
    for (const [watched, watcher] of [...watchers].filter(([place]) => inside(place))) {
      watcher.close();
      watchers.delete(watched);
    }
    for (const file of known.keys()) if (inside(file)) touch(file, false);
  }

  async function settle(asked: number, wait: number): Promise<void> {
    const isOver = await clock.sleep(wait, closed.signal).then(
      () => false,
      () => true,
    );
    if (isOver || asked !== turn) return;
    const contents = [...touched].map((file) => [file, contentOf(file)] as const);
    const isHalf = contents.some(([file, content]) => content === EMPTY && (known.get(file) ?? EMPTY) !== EMPTY);
    if (isHalf && wait === QUIET) return settle(asked, HALF_WRITTEN);
    touched.clear();
    const changed = contents.filter(([file, content]) => (known.get(file) ?? GONE) !== content);
    for (const [file, content] of changed) known.set(file, content);
    if (changed.length > 0) onChange(changed.map(([file]) => file));
  }

  for (const place of places) if (!single.has(place)) addFolder(place, NEVER);
  for (const file of single) {
    known.set(file, contentOf(file));
    if (isFolder(path.dirname(file))) addFolder(path.dirname(file), NEVER, 'single');
  }
  return {
    add: (folder, since) => addFolder(folder, since, 'flat'),
    files: () => [...known].filter(([, content]) => content !== GONE).map(([file]) => file),
    remember(files) {
      for (const file of files) known.set(file, contentOf(file));
    },
    close() {
      closed.abort();
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

/** Names of what is never a source: installed and built files, those of tools, and temporary ones of editors. */
const isIgnored = (name: string): boolean =>
  name === 'node_modules' || name === 'dist' || name === '4913' || name.startsWith('.') || name.endsWith('~');

/** For files of which none, or all, are reported. */
const NEVER = Number.POSITIVE_INFINITY;
const ALWAYS = Number.NEGATIVE_INFINITY;

const GONE = 'gone';
const EMPTY = 'empty';

/** Identifies the content of a file. */
function contentOf(file: string): string {
  try {
    const content = readFileSync(file);
    return content.length === 0 ? EMPTY : createHash('sha256').update(content).digest('hex');
  } catch {
    return GONE;
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
