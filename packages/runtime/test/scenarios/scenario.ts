import type { Client, ClusterAccess } from '@kb/client';
import type { Clock, HttpRequest, HttpResponse, Random, Transport, VirtualClock } from '@kb/apimachinery';
import type { LogEntry } from '../../src/log/logger.ts';
import type { ServingPlace } from './serving-place.ts';
import type { Manager } from '../../src/manager/manager.ts';
import type { ManagerOptions } from '../../src/manager/manager-options.ts';

/**
 * A required behaviour of the runtime: that of controller-runtime or client-go, or what theirs should be. Each is one
 * file: the tests run it on the embedded API server on virtual time, and `npm run conformance` on a real control plane
 * too, where that can show it.
 */
export interface Scenario {
  /** The required behaviour. */
  readonly name: string;
  /**
   * Why a real control plane cannot show it: `virtual time`, `no server is involved`,
   * `a fault that no real server has`. Absent: it can.
   */
  readonly embeddedOnly?: string;
  /** Rejects if the behaviour is not as required. The environment stops everything that was started through it. */
  run(environment: ScenarioEnvironment): Promise<void>;
}

/**
 * What a transport of a scenario does with a request before, or instead of, the server: responds to it, fails it, or
 * lets it pass (undefined).
 */
export type Interceptor = (
  request: HttpRequest,
  signal: AbortSignal | undefined,
  forward: () => Promise<HttpResponse>,
) => HttpResponse | Promise<HttpResponse | undefined> | undefined;

/** Where a scenario runs. The kinds of `test-support/widgets.ts` are installed. */
export interface ScenarioEnvironment {
  readonly isReal: boolean;
  readonly clock: Clock;
  /** The clock again where time is virtual; undefined on a real control plane. */
  readonly virtualClock: VirtualClock | undefined;
  readonly random: Random;
  /** An administrator's client, which bypasses all interceptors. */
  readonly client: Client;
  /** The transport to the server, which bypasses all interceptors. */
  readonly transport: Transport;
  /** The access to the server over sockets and TLS, with all permissions, for creating transports. */
  access(): Promise<ClusterAccess>;
  /** The scenario's own namespace. */
  readonly namespace: string;
  /** The requests of managers that write, oldest first: `PATCH configmaps/web`. */
  readonly writes: readonly string[];
  /** What the managers have logged. */
  readonly lines: readonly LogEntry[];
  /** Gets every request of managers first, also of managers that were made before it was set. */
  intercept: Interceptor | undefined;
  /**
   * Makes a manager whose requests pass {@link intercept}; not started, and stopped with the environment. Its cache
   * holds the scenario's namespace only.
   */
  manager(options: Partial<ManagerOptions>): Manager;
  /** Makes a manager and starts it; resolves when it works. */
  start(options: Partial<ManagerOptions>): Promise<Manager>;
  /**
   * A place where servers of the scenario can be reached, by the API server too: in the same process, or on loopback.
   */
  place(): Promise<ServingPlace>;
  /**
   * Repeats a check until it passes. On virtual time, time moves from timer to timer meanwhile; on a real control plane
   * the check runs every few milliseconds.
   */
  eventually<T>(check: () => T | Promise<T>, timeoutMs?: number): Promise<T>;
  /** Lets all work that is ready run; does nothing on a real control plane. */
  settle(): Promise<void>;
}
