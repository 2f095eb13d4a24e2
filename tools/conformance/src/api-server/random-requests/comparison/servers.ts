import { setTimeout as sleep } from 'node:timers/promises';
import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import { type Answer, compareAnswers, embeddedRequester, type Requester, runSequence } from '@kb/apiserver/recorded';
import { realRequester } from '../../real-requester.ts';
import { type Telling, tellingDifferences } from './chance.ts';
import type { RequestSequence } from '../sequences/request-sequence.ts';
import { type GeneratedKind, GENERATED_GROUP } from '../values/random-definition.ts';

/** How many sequences run on the real server at once, each in its own namespace. */
const LANES = 12;
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** A real API server and ours, with the same kinds installed. */
export interface Servers {
  /**
   * Installs definitions on both. Returns those that both serve, and the definitions for which the responses differ.
   */
  install(kinds: readonly GeneratedKind[]): Promise<{ served: GeneratedKind[]; refused: RefusedKind[] }>;
  /** Sends the requests of sequences to both. */
  compare(sequences: readonly RequestSequence[]): Promise<Compared[]>;
  stop(): Promise<void>;
}

/** A sequence, and the differences of its responses. */
export interface Compared extends Telling {
  readonly sequence: RequestSequence;
}

/** A kind whose definition gets different responses, and the differences. */
export interface RefusedKind {
  readonly kind: GeneratedKind;
  readonly compared: Compared;
}

/** Starts both. */
export async function startServers(binaries: ControlPlaneBinaries): Promise<Servers> {
  const plane = await startControlPlane({ binaries, controllers: false });
  const real = realRequester(plane);
  const ours = embeddedRequester();
  let count = 0;

  const compare = async (sequences: readonly RequestSequence[]): Promise<Compared[]> => {
    const first = count;
    count += sequences.length;
    const run = (requester: Requester, lanes: number): Promise<Answer[][]> =>
      inLanes(lanes, sequences, (sequence, index) => runSequence(requester, sequence, namespaceOf(first + index)));
    // Ours has one clock, which moves while waiting for a response, so it runs one sequence at a time.
    const [theirs, own] = await Promise.all([run(real, LANES), run(ours, 1)]);
    return sequences.map((sequence, index) => ({
      sequence,
      ...tellingDifferences(
        compareAnswers(theirs[index] ?? [], own[index] ?? []),
        theirs[index] ?? [],
        own[index] ?? [],
      ),
    }));
  };

  return {
    compare,
    async install(kinds) {
      const sequences = kinds.map(({ kind, definition }) => ({
        name: `definition of ${kind}`,
        steps: [{ method: 'POST', path: DEFINITIONS, body: definition }],
      }));
      const compared = await compare(sequences);
      const refused = kinds.flatMap((kind, index) => {
        const one = compared[index];
        return one === undefined || one.differences.length === 0 ? [] : [{ kind, compared: one }];
      });
      const served = await Promise.all(
        kinds.map(async (kind) => ((await isServed(real, kind)) && (await isServed(ours, kind)) ? [kind] : [])),
      );
      return { served: served.flat(), refused };
    },
    async stop() {
      await plane.stop();
    },
  };
}

/** A name that occurs nowhere else in a response. */
function namespaceOf(number: number): string {
  return `run-${String(number).padStart(6, '0')}`;
}

/** Waits until a definition is served, and its first object can be created without delay. */
async function isServed(requester: Requester, { plural, definition }: GeneratedKind): Promise<boolean> {
  const accepted = await requester.send({
    method: 'GET',
    path: `${DEFINITIONS}/${plural}.${GENERATED_GROUP}`,
    headers: {},
  });
  if (accepted.status !== 200) return false;
  const path = `/apis/${GENERATED_GROUP}/v1/namespaces/default/${plural}`;
  for (let tries = 0; tries < 1200; tries += 1) {
    const { status } = await requester.send({ method: 'GET', path, headers: {} });
    if (status === 200) {
      // The real server delays the first objects of a new definition for two seconds; whether it accepts this one does
      // not matter.
      const headers = { 'content-type': 'application/json' };
      await requester.send({ method: 'POST', path, headers, body: new TextEncoder().encode('{}') });
      return true;
    }
    await sleep(100);
  }
  throw new Error(`${JSON.stringify(definition['metadata'])} is not served`);
}

/** Runs work for all items with limited concurrency. */
async function inLanes<T, R>(
  lanes: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
