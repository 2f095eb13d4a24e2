import { request } from 'node:https';
import type { Client } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { eventually as patiently } from '../patience.ts';
import type { Snapshots } from './compare-expositions.ts';
import { type Exposition, type MetricFamily, readExposition } from './families.ts';

/** A running program with metrics: controller-runtime's or ours. */
export interface MeteredProgram {
  /** The base URL of its metrics: `http://127.0.0.1:8080`. */
  readonly metricsUrl: string;
  /** The base URL of its webhook. */
  readonly webhookUrl: string;
  /** Stops it. Returns its log lines. */
  stop(): Promise<readonly string[]>;
}

/** The names of the objects that the programs reconcile: how the first reconcile of each ends. */
const outcomes = ['success', 'requeue-after', 'requeue', 'error', 'terminal-error', 'panic', 'timeout'];

/** The total number of reconciles: one of `first`, one of each of these, and three that are retried or requeued. */
const reconciles = 1 + outcomes.length + 3;

/** Creates the object that exists when a program starts. */
export async function prepare(client: Client, namespace: string): Promise<void> {
  await client.create(configMaps, { metadata: { name: 'first', namespace } });
}

/** Reads a program's metrics after its first reconcile, causes the other reconciles, and reads the metrics again. */
export async function exercise(program: MeteredProgram, client: Client, namespace: string): Promise<Snapshots> {
  const first = await eventually(
    program,
    (families) => count(families, 'leader_election_master_status') === 1 && rests(families, 1),
  );
  for (const name of outcomes) await client.create(configMaps, { metadata: { name, namespace } });
  await callWebhook(program.webhookUrl);
  const worked = await eventually(program, (families) => rests(families, reconciles));
  return { first, worked };
}

/** Whether the program has reconciled this many times and is idle. */
function rests(families: readonly MetricFamily[], times: number): boolean {
  return (
    count(families, 'controller_runtime_reconcile_time_seconds') === times &&
    count(families, 'workqueue_work_duration_seconds') === times &&
    count(families, 'controller_runtime_active_workers') === 0 &&
    // Go updates this value twice a second.
    count(families, 'workqueue_unfinished_work_seconds') === 0
  );
}

/** Resolves with the metrics once they satisfy a condition. */
function eventually(
  { metricsUrl }: MeteredProgram,
  done: (families: readonly MetricFamily[]) => boolean,
): Promise<Exposition> {
  return patiently(async () => {
    const response = await fetch(`${metricsUrl}/metrics`);
    const text = await response.text();
    const families = readExposition(text);
    if (response.ok && done(families)) return { contentType: response.headers.get('content-type') ?? '', families };
    const lines = text
      .split('\n')
      .filter((line) => /^(controller_runtime|workqueue|leader)/.test(line) && !line.includes('_bucket'));
    throw new Error(`the metrics are not as expected:\n${lines.join('\n')}`);
  });
}

/** Returns the sum over all series of a family; undefined if there is no such family. */
function count(families: readonly MetricFamily[], name: string): number | undefined {
  const family = families.find((one) => one.name === name);
  return family && Object.values(family.series).reduce((sum, value) => sum + value, 0);
}

function callWebhook(url: string): Promise<void> {
  const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request: { uid: '1' } };
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/validate`, { method: 'POST', headers, rejectUnauthorized: false, agent: false });
    call.once('error', reject);
    call.once('response', (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
      );
    });
    call.end(JSON.stringify(review));
  });
}
