import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Entry, parseSession, printSession } from './session.ts';

/** What users do with kubectl, one subject a session. */
export interface Session {
  /** Also the name of its namespace. */
  readonly name: string;
  /** Where its text and the files of its commands are. */
  readonly folder: string;
  readonly entries: readonly Entry[];
}

/** Where sessions are run: on an API server alone, or on one whose workloads have controllers and a node. */
export type Stage = 'api-server' | 'workloads';

const testdata = fileURLToPath(new URL('testdata', import.meta.url));

/** Manifests that every session has beside its own files. */
export const manifests: string = join(testdata, 'manifests');

const textOf = (folder: string): string => join(folder, 'session.txt');

/** All sessions of a stage, with what the real control plane said, by name. */
export function readSessions(stage: Stage): Session[] {
  const parent = join(testdata, stage);
  return readdirSync(parent)
    .toSorted()
    .map((name) => {
      const folder = join(parent, name);
      return { name, folder, entries: parseSession(readFileSync(textOf(folder), 'utf8')) };
    });
}

/** Keeps what the real control plane said. */
export function writeSession({ folder }: Session, entries: readonly Entry[]): void {
  writeFileSync(textOf(folder), printSession(entries));
}

const versionFile = join(testdata, 'kubectl-version');

/** The minor version of the kubectl whose words are kept: `1.32`. */
export function recordedVersion(): string {
  return readFileSync(versionFile, 'utf8').trim();
}

/** Keeps it. */
export function writeVersion(version: string): void {
  writeFileSync(versionFile, `${version}\n`);
}
