import { isRecord } from '@kb/apimachinery/codec';
import { type Answer, type Difference, runSequence } from '@kb/apiserver/recorded';
import { playedAgain } from '../../fails-twice.ts';
import type { Compared, Servers } from '../../api-server/random-requests/comparison/servers.ts';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';
import { batchesOf } from './batches.ts';
import { causesInOtherOrder, haveSameWarnings } from './order-of-causes.ts';

/** A sequence, and the differences that both runs of it showed. */
export interface Different {
  readonly sequence: RequestSequence;
  readonly differences: readonly Difference[];
}

/** What was compared. */
export interface ComparedRequests {
  readonly total: number;
  /** How many of the answers of the real server are successes: objects that it takes. */
  readonly accepted: number;
  readonly answers: number;
  /** The sequences whose first request the real server refuses, by name, with its message. */
  readonly refused: ReadonlyMap<string, string>;
  readonly different: readonly Different[];
}

/**
 * Sends sequences to both servers. The answers must be equal, with causes and warnings in the same order, as far as the
 * real server has one. The real server runs in real time, so a difference counts only if a second run shows it.
 */
export async function compareRequests(
  servers: Servers,
  sequences: readonly RequestSequence[],
  log: (line: string) => void,
): Promise<ComparedRequests> {
  const different: Different[] = [];
  const refused = new Map<string, string>();
  let [accepted, responses] = [0, 0];
  for (const batch of batchesOf(sequences)) {
    const compared = await servers.compare(batch);
    const statuses = compared.flatMap((one) => one.answers.map(({ status }) => status));
    responses += statuses.length;
    accepted += statuses.filter((status) => status < 300).length;
    for (const { sequence, answers: own } of compared) {
      const [answer] = own;
      if (answer !== undefined && answer.status >= 300) refused.set(sequence.name, messageIn(answer));
    }
    const first = await withOrders(servers, compared);
    if (first.length === 0) continue;
    for (const { sequence, differences } of first)
      log(playedAgain({ name: sequence.name, message: formatDifferences(differences.slice(0, 1)) }));
    different.push(...(await withOrders(servers, await servers.compare(first.map(({ sequence }) => sequence)))));
  }
  return { total: sequences.length, accepted, answers: responses, refused, different };
}

function messageIn({ status, body }: Answer): string {
  const message = isRecord(body) ? body['message'] : body;
  return `${status} ${String(message)}`;
}

/** The sequences with differences, those in the order of causes and warnings included. */
async function withOrders(servers: Servers, compared: readonly Compared[]): Promise<Different[]> {
  const found: Different[] = [];
  for (const one of compared) {
    const others = one.differences.filter((difference) => !isOrderOfWarnings(difference, one));
    const differences = others.length > 0 ? others : await wrongOrders(servers, one);
    if (differences.length > 0) found.push({ sequence: one.sequence, differences });
  }
  return found;
}

function isOrderOfWarnings({ step, path }: Difference, { answers, ours }: Compared): boolean {
  const [real, own] = [answers[step], ours[step]];
  return path === 'headers.warning' && real !== undefined && own !== undefined && haveSameWarnings(real, own);
}

async function wrongOrders({ requesters }: Servers, { sequence, answers, ours }: Compared): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const [step, real] of answers.entries()) {
    const own = ours[step];
    if (own === undefined) continue;
    const again = async (): Promise<Answer | undefined> =>
      (await runSequence(requesters.real, sequence, sequence.namespace ?? 'orders'))[step];
    const pair = await causesInOtherOrder(real, own, again);
    if (pair !== undefined)
      differences.push({ step, path: 'order of causes or warnings', real: pair, ours: pair.toReversed() });
  }
  return differences;
}

/** Prints differences, the most telling first: three lines each. */
export function formatDifferences(differences: readonly Difference[]): string {
  return differences
    .toSorted((a, b) => a.step - b.step || weight(a) - weight(b))
    .slice(0, 4)
    .map(
      ({ step, path, real, ours }) =>
        `answer ${step}: ${path}\n  real: ${JSON.stringify(real)}\n  ours: ${JSON.stringify(ours)}`,
    )
    .join('\n');
}

/** Status and message say what is wrong. */
function weight({ path }: Difference): number {
  return path === 'status' ? 0 : path === 'body.message' ? 1 : 2;
}
