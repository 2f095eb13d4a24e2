import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createRestMapper } from '@kb/client';
import { installManifests, type Manifest } from '@kb/cli/dev';
import { parse } from 'yaml';
import { eventually } from '../patience.ts';
import { drawNames } from '../drawing/draw-names.ts';
import { foldersRecordedLast } from '../drawing/recorded-last.ts';
import { type Failure, messageOf, type Suite, type SuiteOptions, type SuiteResult } from '../suite.ts';
import { startEmbeddedTarget } from '../targets/embedded-target.ts';
import type { Target } from '../targets/target.ts';
import { connectionImages } from './connection-images.ts';
import { knownDifferences } from './known-differences.ts';
import { runSession } from './run-session.ts';
import { type Entry, printResult, silence } from './session.ts';
import { folderOf, manifests, readSessions, recordedVersion, type Session, type Stage } from './sessions.ts';

/** How many sessions run at once: kubectl waits for servers more than it computes. */
const AT_ONCE = 6;

/** Compares kubectl's output on an API server with its recorded output on kube-apiserver. */
export const kubectlSuite: Suite = suiteOf('kubectl', 'api-server');

/** The same with controllers and a node, so that Pods become ready. */
export const kubectlWorkloadsSuite: Suite = suiteOf('kubectl with workloads', 'workloads');

/** Connections into containers, which only the embedded server has. */
export const kubectlConnectionsSuite: Suite = {
  name: 'kubectl connections',
  workloads: false,
  async run({ real }, _, options) {
    const reason = real ? 'there is no kubelet on the real control plane' : reasonToSkip();
    if (reason !== undefined) return { skipped: reason };
    const target = await startConnectionsTarget();
    try {
      return await comparedSessions('connections', target, options);
    } finally {
      await target.stop();
    }
  },
};

/** Starts an embedded server whose containers have logs, programs and ports. */
export async function startConnectionsTarget(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'kb-containers-'));
  const target = await startEmbeddedTarget({ workloads: true, images: connectionImages(folder) });
  const stop = async (): Promise<void> => {
    await target.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...target, stop };
}

function suiteOf(name: string, stage: Stage): Suite {
  return {
    name,
    workloads: stage === 'workloads',
    resourceMetrics: stage === 'workloads',
    live: true,
    async run(target, _, options) {
      const reason = reasonToSkip();
      return reason === undefined ? comparedSessions(stage, target, options) : { skipped: reason };
    },
  };
}

/** How many of the sessions of a stage are drawn, and how many of those that were recorded last are played too. */
const SHARE = 1 / 3;
const RECENT = 2;

/** The sessions of a stage, or a part of them. */
function playedSessions(stage: Stage, { whole, part, log }: SuiteOptions): readonly Session[] {
  const all = readSessions(stage);
  if (whole) return all;
  const names = all.map(({ name }) => name);
  const recent = foldersRecordedLast(folderOf(stage)).filter((name) => names.includes(name));
  const chosen = new Set([...recent.slice(0, RECENT), ...drawNames(names, Math.ceil(names.length * SHARE), part)]);
  log(`${chosen.size} of ${all.length} sessions: some of part ${part}, and the newest; --full plays all`);
  return all.filter(({ name }) => chosen.has(name));
}

async function comparedSessions(stage: Stage, target: Target, options: SuiteOptions): Promise<SuiteResult> {
  const failures: Failure[] = [];
  const sessions = playedSessions(stage, options);
  await runSessions(sessions, { target, stage }, (session, result) => {
    const message = 'error' in result ? messageOf(result.error) : compareSession(session, result);
    if (message !== '') failures.push({ name: session.name, message });
  });
  return { total: sessions.length, failures };
}

/** Returns the minor version of the installed kubectl, such as `1.32`; undefined if there is none. */
export function kubectlVersion(): string | undefined {
  const { status, stdout } = spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const { major, minor } = (JSON.parse(stdout) as { clientVersion: { major: string; minor: string } }).clientVersion;
  return `${major}.${minor}`;
}

function reasonToSkip(): string | undefined {
  const [version, recorded] = [kubectlVersion(), recordedVersion()];
  if (version === undefined) return 'kubectl is not installed';
  return version === recorded ? undefined : `kubectl is ${version}, but the output was recorded with ${recorded}`;
}

/** Runs sessions, several at a time. Calls `onResult` for each when it ends, with its entries or its error. */
export async function runSessions(
  sessions: readonly Session[],
  { target, stage }: { readonly target: Target; readonly stage: Stage },
  onResult: (session: Session, result: { readonly entries: readonly Entry[] } | { readonly error: unknown }) => void,
): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'kb-kubectl-'));
  const shell = { kubeconfig: target.kubeconfig, home, manifests, workloads: stage !== 'api-server' };
  const definition = parse(readFileSync(join(manifests, 'widget-definition.yaml'), 'utf8')) as Manifest['object'];
  await installManifests(target.client, [{ file: 'widget-definition.yaml', object: definition }]);
  await untilDiscoverable(target.client);
  // The longest first, so that none of them runs alone at the end.
  const left = sessions.toSorted((one, other) => other.entries.length - one.entries.length);
  const worker = async (): Promise<void> => {
    for (let session = left.shift(); session !== undefined; session = left.shift()) {
      try {
        onResult(session, { entries: await runSession(session, shell) });
      } catch (error) {
        onResult(session, { error });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  rmSync(home, { recursive: true, force: true });
}

/** Waits until a server has widgets in its discovery and in its OpenAPI; kube-apiserver needs a moment. */
async function untilDiscoverable(client: Client): Promise<void> {
  const widget = { group: 'lab.example.com', kind: 'Widget' };
  await eventually(async () => client.list(await createRestMapper(client).resourceFor(widget), { limit: 1 }));
  await eventually(() => client.getJson('/openapi/v3/apis/lab.example.com/v1'));
}

/**
 * Describes the commands whose output differs from the recorded one, each with the lines that differ; empty if none
 * does.
 */
export function compareSession(
  { name, entries }: Session,
  { entries: actual }: { readonly entries: readonly Entry[] },
): string {
  return entries
    .flatMap(({ line, result: expected }, index) => {
      const [want, got] = [printResult(expected), printResult(actual[index]?.result ?? silence)];
      if (want.join('\n') === got.join('\n') || isKnown(name, line)) return [];
      return [line, ...lineDifferences(want, got)];
    })
    .join('\n');
}

const isKnown = (session: string, line: string): boolean =>
  knownDifferences.some((known) => known.session === session && known.line.test(line));

/** Returns the lines of either text between their common beginning and end. */
function lineDifferences(want: readonly string[], got: readonly string[]): string[] {
  const shorter = Math.min(want.length, got.length);
  let start = 0;
  while (start < shorter && want[start] === got[start]) start += 1;
  let end = 0;
  while (end < shorter - start && want.at(-1 - end) === got.at(-1 - end)) end += 1;
  const middle = (lines: readonly string[]): readonly string[] => lines.slice(start, lines.length - end);
  return [...middle(want).map((text) => `  real: ${text}`), ...middle(got).map((text) => `  ours: ${text}`)];
}
