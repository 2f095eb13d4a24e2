import { type Milliseconds, minutes, seconds } from '../durations.ts';

/**
 * How long a client may take, and how many connections may be idle. Slower connections are cut: a request that began
 * gets 408 if possible.
 */
export interface ServerLimits {
  /** For the handshake of TLS. Default: 10 seconds. */
  readonly handshake: Milliseconds;
  /** For the head of a request. Default: 32 seconds, controller-runtime's ReadHeaderTimeout. */
  readonly headers: Milliseconds;
  /** For a request with its body. Default: 1 minute; the API server waits for a webhook at most 30 seconds. */
  readonly request: Milliseconds;
  /** Between two requests on one connection. Default: 90 seconds, controller-runtime's IdleTimeout. */
  readonly idle: Milliseconds;
  /** For the rest of a request once the server stops. Default: 1 second. */
  readonly unread: Milliseconds;
  /** How many idle connections may be open. Beyond that, the one that was idle the longest is closed. Default: 1000. */
  readonly idleConnections: number;
}

/** The limits of all servers of a manager. */
export const defaultLimits: ServerLimits = {
  handshake: seconds(10),
  headers: seconds(32),
  request: minutes(1),
  idle: seconds(90),
  unread: seconds(1),
  idleConnections: 1000,
};
