import type { Target } from './targets/target.ts';

/** One case of a suite that did not hold. */
export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** What a suite found. */
export interface SuiteResult {
  readonly total: number;
  readonly failures: readonly Failure[];
}

/** Something that must hold on the embedded API server and on a real control plane alike. */
export interface Suite {
  readonly name: string;
  /** False: nothing but the API server is wanted, neither controllers nor a node. Default: true. */
  readonly workloads?: boolean;
  /** True: a program that is not ours has a part in it on every target. See `failsTwice`. Default: false. */
  readonly live?: boolean;
  /** Resolves with the result, or with the reason why it could not run. */
  run(target: Target): Promise<SuiteResult | { readonly skipped: string }>;
}

/** What went wrong, in words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}

/** How long a case may take, and a suite, in milliseconds: guards against hanging, many times what any takes. */
const CASE_LIMIT = 5 * 60_000;
const SUITE_MINUTES = 25;

/** The name of the failure of a suite that rejected, or took too long: what its cases are, nobody knows. */
export const WHOLE_SUITE = 'the suite itself';

/** Runs cases one after another; each passes unless it rejects, or takes longer than any should. */
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

/** What a suite finds. One that rejects, or takes longer than any should, has failed: the others are still heard. */
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

/** What `work` resolves with. Rejects when that takes longer than `limit` milliseconds; the work itself goes on. */
export async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not done after ${limit / 1000} s`)), limit);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
