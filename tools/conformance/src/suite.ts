import type { Target } from './targets/target.ts';

/** A case of a suite that failed. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** The result of a suite. */
export interface SuiteResult {
  readonly total: number;
  readonly failures: readonly Failure[];
}

/** How much of a suite runs. */
export interface SuiteOptions {
  /** Run everything, not only the part for every change. */
  readonly full: boolean;
  /** The seed of random inputs. */
  readonly seed: number;
  /** Run all of a long comparison, not only a part: with `full`, or when words select lines. */
  readonly whole: boolean;
  /** Which part of a long comparison runs. */
  readonly part: number;
  /** Reports progress. */
  readonly log: (line: string) => void;
}

/** Cases that must pass both on the embedded API server and on a real control plane. */
export interface Suite {
  readonly name: string;
  /** False: it needs only an API server, without controllers and node. Default: true. */
  readonly workloads?: boolean;
  /** True: it needs metrics.k8s.io, which autoscalers read. Default: false. */
  readonly resourceMetrics?: boolean;
  /** True: it involves a third-party program on every target. See `failsTwice`. Default: false. */
  readonly live?: boolean;
  /**
   * Resolves with the result, or with the reason why it could not run. `only`: the names of the cases whose results
   * count, in a second run; a suite may run others too.
   */
  run(
    target: Target,
    only: ReadonlySet<string> | undefined,
    options: SuiteOptions,
  ): Promise<SuiteResult | { readonly skipped: string }>;
}

/** Returns the message of an error, or the JSON of any other value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}

/** The time limits of a case (in milliseconds) and of a suite (in minutes): many times what any takes. */
const CASE_LIMIT = 5 * 60_000;
const SUITE_MINUTES = 25;

/** The name of the failure of a suite that rejected or timed out: its cases are unknown. */
export const WHOLE_SUITE = 'the suite itself';

/** Runs cases one after another. A case fails if it rejects or exceeds the time limit. */
export async function runCases<T>(
  cases: readonly T[],
  nameOf: (one: T) => string,
  run: (one: T) => Promise<void>,
): Promise<SuiteResult> {
  const failures: Failure[] = [];
  for (const one of cases) {
    try {
      await within(CASE_LIMIT, run(one));
    } catch (error) {
      failures.push({ name: nameOf(one), message: messageOf(error) });
    }
  }
  return { total: cases.length, failures };
}

/** Runs a suite. If it rejects or exceeds the time limit, that is its result, so that other suites still run. */
export async function outcomeOf(
  work: () => ReturnType<Suite['run']>,
  minutes: number = SUITE_MINUTES,
): ReturnType<Suite['run']> {
  try {
    return await within(minutes * 60_000, work());
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
    return { total: 1, failures: [{ name: WHOLE_SUITE, message }] };
  }
}

/** Resolves like `work`, but rejects after `limit` milliseconds. The work itself is not stopped. */
export async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not finished after ${limit / 1000} s`)), limit);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
