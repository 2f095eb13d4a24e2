import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import {
  type Answer,
  compareAnswers,
  embeddedRequester,
  type Pace,
  type Requester,
  runSequence,
} from '@kb/apiserver/recorded';
import { inLanes } from '../../../in-lanes.ts';
import { realRequester } from '../../real-requester.ts';
import { type Telling, tellingDifferences } from './chance.ts';
import type { RequestSequence } from '../sequences/request-sequence.ts';
import { type Installable, isServed, postDefinition } from './install.ts';

/** How many sequences run on the real server at once, each in its own namespace. */
const LANES = 12;

/** A real API server and ours, with the same kinds installed. */
export interface Servers {
  /**
   * Installs definitions on both. Returns those that both serve, and the definitions for which the responses differ.
   */
  install<T extends Installable>(kinds: readonly T[]): Promise<{ served: T[]; refused: RefusedKind<T>[] }>;
  /** Sends the requests of sequences to both. `pauseBefore` is as for recorded sequences. */
  compare(sequences: readonly RequestSequence[], pace?: Pace): Promise<Compared[]>;
  /** Creates a namespace on both, for sequences that name it. */
  createNamespace(name: string): Promise<void>;
  /** The two servers, for single requests. */
  readonly requesters: { readonly real: Requester; readonly ours: Requester };
  stop(): Promise<void>;
}

/** A sequence, and the differences of its responses. */
export interface Compared extends Telling {
  readonly sequence: RequestSequence;
  /** The answers of the real server, and ours. */
  readonly answers: readonly Answer[];
  readonly ours: readonly Answer[];
}

/** A kind whose definition gets different responses, and the differences. */
export interface RefusedKind<T extends Installable> {
  readonly kind: T;
  readonly compared: Compared;
}

/** Starts both. `onlyCustom`: nothing but custom resources and their definitions is sent. */
export async function startServers(
  binaries: ControlPlaneBinaries,
  options: { readonly onlyCustom?: boolean } = {},
): Promise<Servers> {
  const plane = await startControlPlane({ binaries, controllers: false });
  const real = realRequester(plane);
  const ours = embeddedRequester();
  let count = 0;

  const compare: Servers['compare'] = async (sequences, { pauseBefore } = {}) => {
    const first = count;
    count += sequences.length;
    const run = (requester: Requester, lanes: number): Promise<Answer[][]> =>
      inLanes(lanes, sequences, (sequence, index) =>
        runSequence(requester, sequence, sequence.namespace ?? namespaceOf(first + index), {
          isThere: sequence.namespace !== undefined,
          pauseBefore,
        }),
      );
    // Ours has one clock, which moves while waiting for a response, so it runs one sequence at a time.
    const [theirs, own] = await Promise.all([run(real, LANES), run(ours, 1)]);
    return sequences.map((sequence, index) => {
      const [answers, ourAnswers] = [theirs[index] ?? [], own[index] ?? []];
      const telling = tellingDifferences(compareAnswers(answers, ourAnswers), answers, ourAnswers, options);
      return { sequence, answers, ours: ourAnswers, ...telling };
    });
  };

  return {
    compare,
    requesters: { real, ours },
    async install(kinds) {
      const compared = await compare(kinds.map(postDefinition));
      const refused = kinds.flatMap((kind, index) => {
        const one = compared[index];
        return one === undefined || one.differences.length === 0 ? [] : [{ kind, compared: one }];
      });
      const served = await Promise.all(
        kinds.map(async (kind) => ((await isServed(real, kind)) && (await isServed(ours, kind)) ? [kind] : [])),
      );
      return { served: served.flat(), refused };
    },
    async createNamespace(name) {
      for (const requester of [real, ours]) await runSequence(requester, { name, steps: [] }, name);
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
