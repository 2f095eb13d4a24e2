/**
 * Checks whether something works: controller-runtime's healthz.Checker. Throws, or rejects, with the reason when it
 * does not. `signal` is aborted when nobody waits for the result any more. It is called for every probe, so it should
 * look at known state and not send requests.
 */
export type HealthCheck = (signal: AbortSignal) => void | Promise<void>;

/** A check that may return the age of its result: `12 s ago`. */
export type NotedCheck = (signal: AbortSignal) => void | string | undefined | Promise<void | string | undefined>;

/** A check that always passes: it shows that the process responds. */
export const ping: HealthCheck = () => undefined;

/** Throws a TypeError when a check cannot have that name. */
export function checkNameOfCheck(endpoint: string, name: string): void {
  if (/^[^/?#\s]+$/.test(name) && name !== '.' && name !== '..') return;
  throw new TypeError(`"${name}" cannot name a check: it is a part of the path ${endpoint}/<name>`);
}

/** Named checks, in no order. */
export type HealthChecks = ReadonlyMap<string, NotedCheck>;
