import type { AccessParts, Credential, TlsMaterial } from '@kb/client';
import type { Lease } from '@kb/kubernetes/coordination/v1';
import type { Milliseconds } from '../durations.ts';
import type { LogLevel } from '../log/logger.ts';
import type { ListeningAddress } from '../serving/http-server.ts';

/** What the thread is started with. */
export interface ThreadData {
  /** The buffer of ThreadMemory. */
  readonly buffer: SharedArrayBuffer;
  /** How long the main thread's event loop may stand still. 0: no limit. */
  readonly maxStall: Milliseconds;
  /** The lowest level of log lines that is posted. */
  readonly logLevel: LogLevel;
  /** The format of the last line, which the thread writes to standard error itself. */
  readonly logFormat: 'text' | 'json';
}

/** How to reach the API server. */
export interface ThreadConnection {
  readonly server: string;
  readonly proxyUrl: string | undefined;
  readonly userAgent: string;
  /** Undefined: the main thread posts credentials. */
  readonly parts: AccessParts | undefined;
}

/** An election to take part in. */
export interface ThreadElection {
  readonly connection: ThreadConnection;
  readonly name: string;
  readonly namespace: string;
  readonly identity: string;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly leaseDuration: Milliseconds;
  readonly renewDeadline: Milliseconds;
  readonly retryPeriod: Milliseconds;
  readonly timeout: Milliseconds;
}

/** Credentials that the main thread obtained: headers, and the certificates of TLS connections. */
export interface PostedCredentials {
  readonly headers: Credential['headers'];
  readonly tls: TlsMaterial;
}

/** An error that is posted to the other thread. */
export interface PostedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

/** The result of a check: undefined when it passed, otherwise the reason. */
export type CheckResults = Readonly<Record<string, string | null>>;

/** A message of the main thread. */
export type ToThread =
  | { readonly type: 'elect'; readonly election: ThreadElection }
  | { readonly type: 'credentials'; readonly credentials: PostedCredentials }
  /** Leaves the election, and releases the lease if `release` is true. */
  | { readonly type: 'resign'; readonly release: boolean }
  | { readonly type: 'serve'; readonly address: string }
  /** Tells the server to serve until it is stopped. */
  | { readonly type: 'start-serving' }
  /** The names of the checks at each endpoint. */
  | { readonly type: 'checks'; readonly endpoint: string; readonly names: readonly string[] }
  | { readonly type: 'checked'; readonly endpoint: string; readonly results: CheckResults }
  | { readonly type: 'stop-serving'; readonly cut: boolean };

/** A message of the thread. */
export type FromThread =
  | { readonly type: 'ready' }
  | {
      readonly type: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly values: Readonly<Record<string, unknown>>;
      readonly error?: PostedError;
    }
  | { readonly type: 'started-leading' }
  | { readonly type: 'stopped-leading' }
  | { readonly type: 'new-leader'; readonly identity: string }
  | { readonly type: 'metric'; readonly metric: 'leading' | 'notLeading' | 'slowPath' }
  | { readonly type: 'event'; readonly lease: Lease; readonly what: string }
  /** A request of the election ended; `status` is undefined without a response. */
  | {
      readonly type: 'requested';
      readonly method: string;
      readonly status: number | undefined;
      readonly error: PostedError | undefined;
      readonly requestBytes: number;
      readonly responseBytes: number;
    }
  /** The API server refused the posted credentials. */
  | { readonly type: 'refused' }
  | { readonly type: 'listening'; readonly address: ListeningAddress }
  | { readonly type: 'not-listening'; readonly error: PostedError }
  | { readonly type: 'served' }
  /** A probe asks for the checks of an endpoint. */
  | { readonly type: 'check'; readonly endpoint: string };
