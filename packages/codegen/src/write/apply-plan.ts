import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FileChange, WritePlan } from './plan-writes.ts';

/**
 * Writes what a plan says: first every new text beside its place, then all of them into their places by renaming, then removals. When one of the first writes fails nothing
 * has changed. Throws the file system's error.
 */
export function applyPlan(plan: WritePlan): void {
  const written: { readonly temporary: string; readonly target: string }[] = [];
  try {
    for (const change of plan.changes) {
      if (change.after === undefined) continue;
      const target = path.join(plan.root, change.path);
      const temporary = `${target}.kb-${process.pid}.tmp`;
      mkdirSync(path.dirname(target), { recursive: true });
      written.push({ temporary, target });
      writeFileSync(temporary, change.after);
    }
    for (const { temporary, target } of written) renameSync(temporary, target);
  } finally {
    for (const { temporary } of written) rmSync(temporary, { force: true });
  }
  for (const change of plan.changes) if (change.kind === 'delete') remove(plan.root, change);
}

/** Removes a file, and the folders that are empty without it. */
function remove(root: string, change: FileChange): void {
  rmSync(path.join(root, change.path), { force: true });
  for (let folder = path.dirname(change.path); folder !== '.' && folder !== '/'; folder = path.dirname(folder)) {
    try {
      rmdirSync(path.join(root, folder));
    } catch {
      // Not empty: something else lives there.
      return;
    }
  }
}
