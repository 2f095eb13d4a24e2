import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The code and data of kb that a run used: a clone of kb changes without its version, and so does a patched package.
 */
export interface ToolState {
  /** The path of this module, which distinguishes installations. */
  readonly self: string;
  /** Size, mtime and ctime of every file, by absolute path. New files only matter once one of these changes. */
  readonly files: Readonly<Record<string, readonly number[]>>;
}

/** The packages, besides this one, whose code and data determine the output. */
const packages = ['@kb/codegen', '@kb/kubernetes', '@kb/apimachinery'];
/** Dependencies that never change without their package.json. */
const dependencies = ['ts-morph', 'yaml'];
/** The folders of a package, besides its code, that are loaded or read. */
const folders = ['bin', 'compiler', 'data', 'generated'];

/**
 * Returns the state of the code that this process runs; undefined if files changed at about the time when it started,
 * so that this is not certain.
 */
export function toolState(): ToolState | undefined {
  // Computed once: loaded code no longer changes, and a change of a file makes the next run differ.
  known ??= { state: currentState() };
  return known.state;
}

let known: { readonly state: ToolState | undefined } | undefined;

function currentState(): ToolState | undefined {
  const self = import.meta.url;
  const { resolve } = createRequire(self);
  // Published packages run their build, a clone its sources.
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
  // The file system's clock may be a few milliseconds late.
  const started = performance.timeOrigin - 50;
  const settled = Object.values(files).every(([, modified = started, changed = started]) => {
    return modified < started && changed < started;
  });
  return settled ? { self, files } : undefined;
}

/** Returns whether this process runs the recorded code. */
export function isToolState(state: ToolState): boolean {
  if (state.self !== import.meta.url) return false;
  for (const [file, recorded] of Object.entries(state.files)) {
    const now = stateOf(file);
    if (now === undefined || now.some((value, index) => value !== recorded[index])) return false;
  }
  return true;
}

/** Folders of sources in a clone that contain only tests' files. */
const testFolders: ReadonlySet<string> = new Set(['testdata', 'test-support']);

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
    if (entry.isDirectory()) {
      if (!testFolders.has(entry.name)) addFolder(file, files);
    } else if (/(?<!\.d|\.test)\.[jt]s(?:on)?$/.test(entry.name)) files.push(file);
  }
}
