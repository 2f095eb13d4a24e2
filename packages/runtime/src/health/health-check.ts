/**
 * Whether something works: controller-runtime's healthz.Checker. Throws, or rejects, with why not. `signal` is aborted when nobody waits for the answer any more. It is called for every probe, so it
 * should look at what is known, and not go and find out.
 */
export type HealthCheck = (signal: AbortSignal) => void | Promise<void>;

/** Always healthy: it says that the process answers. */
export const ping: HealthCheck = () => undefined;

/** Named checks, in no order. */
export type HealthChecks = ReadonlyMap<string, HealthCheck>;
