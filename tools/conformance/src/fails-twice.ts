import { type Failure, type SuiteResult, WHOLE_SUITE } from './suite.ts';

/** The result of a run, or the reason why it could not run. */
export type Outcome = SuiteResult | { readonly skipped: string };

/**
 * Runs something that involves a third-party program: a control plane, or a Go program. It runs in real time on a
 * machine with other work, and has its own races, so a case fails only if it fails in two runs. Our own code gets no
 * second run: there, a flaky result is our bug.
 *
 * In the second run, `play` receives the names of the cases that failed; results of other cases are ignored. A run
 * that could not be completed is repeated once, each time.
 *
 * @param log - Called with a line for each failure that gets a second run: `played again: NAME: first difference`.
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

/** Repeats a run that could not be completed: a program did not start, or timed out. */
export async function playedAsWhole(play: () => Promise<Outcome>, log: (line: string) => void): Promise<Outcome> {
  const outcome = await play();
  if ('skipped' in outcome || !failedAsWhole(outcome)) return outcome;
  outcome.failures.forEach((failure) => log(playedAgain(failure)));
  return play();
}

/** Describes a failure that is not counted yet: its first difference, with both values. */
export function playedAgain({ name, message }: Failure): string {
  return `played again: ${name}: ${message.split('\n').slice(0, FIRST_LINES).join('\n')}`;
}

/** A difference is a line with the place, and one line for each side. */
const FIRST_LINES = 3;

function failedAsWhole({ failures }: SuiteResult): boolean {
  return failures.some(({ name }) => name === WHOLE_SUITE);
}
