import { cpSync, existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runProgram } from '../kubebuilder/run-kb.ts';

/** What npm records of the packages that it installed. It writes the file in place. */
const RECORD = 'node_modules/.package-lock.json';

/** Keeps what a new user's first `npm install` wrote, if nothing was kept yet. */
export async function keepModules(project: string, kept: string): Promise<void> {
  if (existsSync(kept)) return;
  await linkModules(project, kept);
}

/**
 * Gives a project the packages that were kept, so that its `npm install` only checks them and adds what is missing:
 * unpacking them takes longer than everything else.
 */
export async function takeModules(kept: string, project: string): Promise<void> {
  if (!existsSync(kept)) return;
  // A project to update has another manifest; npm replaces what does not fit.
  await linkModules(kept, project);
}

/** Copies `node_modules` with the files as hard links, but for the one that npm writes in place. */
async function linkModules(from: string, to: string): Promise<void> {
  await runProgram('mkdir', ['-p', to], '.');
  try {
    await runProgram('cp', ['-al', path.join(from, 'node_modules'), to], '.');
  } catch {
    // A system whose cp has no links: the project installs everything itself.
    rmSync(path.join(to, 'node_modules'), { recursive: true, force: true });
    return;
  }
  rmSync(path.join(to, RECORD), { force: true });
  // Its time is then that of the copy: npm trusts no record that is older than what it records.
  if (existsSync(path.join(from, RECORD))) cpSync(path.join(from, RECORD), path.join(to, RECORD));
}
