/**
 * Whether something works: controller-runtime's healthz.Checker. Throws, or rejects, with why not. `signal` is aborted
 * when nobody waits for the answer any more. It is called for every probe, so it should look at what is known, and not
 * go and find out.
 */
export type HealthCheck = (signal: AbortSignal) => void | Promise<void>;

/** A check that may answer how old its answer is, in words: `12 s ago`. */
export type NotedCheck = (signal: AbortSignal) => void | string | undefined | Promise<void | string | undefined>;

/** Always healthy: it says that the process answers. */
export const ping: HealthCheck = () => undefined;

/** Throws a TypeError when a check cannot be named so. */
export function checkNameOfCheck(endpoint: string, name: string): void {
  if (/^[^/?#\s]+$/.test(name) && name !== '.' && name !== '..') return;
  throw new TypeError(`"${name}" cannot name a check: it is a part of the path ${endpoint}/<name>`);
}

/** Named checks, in no order. */
export type HealthChecks = ReadonlyMap<string, NotedCheck>;
