import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Entry, parseSession, printSession } from './session.ts';

/** A terminal session about one subject: what users do with kubectl. */
export interface Session {
  /** Also the name of its namespace. */
  readonly name: string;
  /** Holds its text and the files that its commands refer to. */
  readonly folder: string;
  readonly entries: readonly Entry[];
}

/**
 * Where sessions run: on an API server alone, or on one with controllers and a node. `connections`: on the embedded
 * one only, with what stands in for containers; the real control plane has no kubelet.
 */
export type Stage = 'api-server' | 'workloads' | 'connections';

const testdata = fileURLToPath(new URL('testdata', import.meta.url));

/** The folder of manifests that are available in every session. */
export const manifests: string = join(testdata, 'manifests');

/** The folder of the sessions of a stage. */
export function folderOf(stage: Stage): string {
  return join(testdata, stage);
}

const textOf = (folder: string): string => join(folder, 'session.txt');

/** Reads all sessions of a stage, with the recorded output of the real control plane, sorted by name. */
export function readSessions(stage: Stage): Session[] {
  const parent = folderOf(stage);
  return readdirSync(parent)
    .toSorted()
    .map((name) => {
      const folder = join(parent, name);
      return { name, folder, entries: parseSession(readFileSync(textOf(folder), 'utf8')) };
    });
}

/** Records the output of the real control plane. */
export function writeSession({ folder }: Session, entries: readonly Entry[]): void {
  writeFileSync(textOf(folder), printSession(entries));
}

const versionFile = join(testdata, 'kubectl-version');

/** Returns the minor version of the kubectl that the output was recorded with, such as `1.32`. */
export function recordedVersion(): string {
  return readFileSync(versionFile, 'utf8').trim();
}

/** Records that version. */
export function writeVersion(version: string): void {
  writeFileSync(versionFile, `${version}\n`);
}
