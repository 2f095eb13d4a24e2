import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The code and data of kb that a run used: a clone of kb changes without its version, and so does a package that
 * somebody patches.
 */
export interface ToolState {
  /** Where this module is: tells one installation from another. */
  readonly self: string;
  /**
   * Size, mtime and ctime of every file, by its absolute path. New ones count for nothing before one of these asks for
   * them.
   */
  readonly files: Readonly<Record<string, readonly number[]>>;
}

/** The packages whose code and data make what is generated, besides this one. */
const packages = ['@kb/codegen', '@kb/kubernetes', '@kb/apimachinery'];
/** Others, which never change without their package.json. */
const dependencies = ['ts-morph', 'yaml'];
/** What of a package runs, or is read, besides its code. */
const folders = ['bin', 'compiler', 'data', 'generated'];

/**
 * The state of the code that this process runs; undefined where that cannot be told, since files changed about the time
 * when it started.
 */
export function toolState(): ToolState | undefined {
  const self = import.meta.url;
  const { resolve } = createRequire(self);
  // A build where it is published, sources in a clone.
  const code = self.endsWith('.ts') ? 'src' : 'dist';
  const roots = [
    fileURLToPath(new URL('../..', self)),
    ...packages.map((name) => path.dirname(resolve(`${name}/package.json`))),
  ];
  const names = dependencies.map((name) => resolve(`${name}/package.json`));
  for (const root of roots) {
    names.push(path.join(root, 'package.json'));
    for (const folder of [code, ...folders]) addFolder(path.join(root, folder), names);
  }
  const files = Object.fromEntries(names.map((name) => [name, stateOf(name) ?? []]));
  // The clock of a file system is a few milliseconds behind.
  const started = performance.timeOrigin - 50;
  const settled = Object.values(files).every(([, modified = started, changed = started]) => {
    return modified < started && changed < started;
  });
  return settled ? { self, files } : undefined;
}

/** True when this process runs the code that the state speaks of. */
export function isToolState(state: ToolState): boolean {
  if (state.self !== import.meta.url) return false;
  for (const [file, recorded] of Object.entries(state.files)) {
    const now = stateOf(file);
    if (now === undefined || now.some((value, index) => value !== recorded[index])) return false;
  }
  return true;
}

function stateOf(file: string): number[] | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats && [stats.size, stats.mtimeMs, stats.ctimeMs];
}

function addFolder(folder: string, files: string[]): void {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // Not every package has every folder.
    return;
  }
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) addFolder(file, files);
    else if (/(?<!\.d|\.test)\.[jt]s(?:on)?$/.test(entry.name)) files.push(file);
  }
}
