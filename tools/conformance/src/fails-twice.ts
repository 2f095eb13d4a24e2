import { type Failure, type SuiteResult, WHOLE_SUITE } from './suite.ts';

/** What a play of something found; or why it could not look. */
export type Outcome = SuiteResult | { readonly skipped: string };

/**
 * Plays what a program that is not ours has a part in: a control plane, or something in Go. It runs in real time,
 * beside whatever else this machine does, and has races of its own: a case counts as failed when it fails in two plays.
 * What only our own code plays gets no second play: there, a result by chance is our bug.
 *
 * `play` gets the names of the cases that failed, the second time; it may play others too, which are not counted. One
 * that could not be played as a whole is played once more, each time.
 *
 * @param log - Called with a line for each failure that gets a second play: `played again: NAME: first difference`.
 */
export async function failsTwice(
  play: (only?: ReadonlySet<string>) => Promise<Outcome>,
  log: (line: string) => void,
): Promise<Outcome> {
  const first = await playedAsWhole(play, log);
  if ('skipped' in first || first.failures.length === 0 || failedAsWhole(first)) return first;
  first.failures.forEach((failure) => log(playedAgain(failure)));
  const names = new Set(first.failures.map(({ name }) => name));
  const again = await playedAsWhole(() => play(names), log);
  if ('skipped' in again) throw new Error(`it was played once and not twice: ${again.skipped}`);
  const failures = failedAsWhole(again) ? again.failures : again.failures.filter(({ name }) => names.has(name));
  return { total: first.total, failures };
}

/** Plays something once more when it could not be played as a whole: a program did not start, or was given up. */
export async function playedAsWhole(play: () => Promise<Outcome>, log: (line: string) => void): Promise<Outcome> {
  const outcome = await play();
  if ('skipped' in outcome || !failedAsWhole(outcome)) return outcome;
  outcome.failures.forEach((failure) => log(playedAgain(failure)));
  return play();
}

/** A failure that is not counted yet, with the first thing that it says: what is wrong, and both values. */
export function playedAgain({ name, message }: Failure): string {
  return `played again: ${name}: ${message.split('\n').slice(0, FIRST_LINES).join('\n')}`;
}

/** A difference is a line that says where, and one for each side. */
const FIRST_LINES = 3;

function failedAsWhole({ failures }: SuiteResult): boolean {
  return failures.some(({ name }) => name === WHOLE_SUITE);
}
