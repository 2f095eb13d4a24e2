import type { AccessParts, Credential, TlsMaterial } from '@kb/client';
import type { Lease } from '@kb/kubernetes/coordination/v1';
import type { Milliseconds } from '../durations.ts';
import type { LogLevel } from '../log/logger.ts';
import type { ListeningAddress } from '../serving/http-server.ts';

/** What the thread is made with. */
export interface ThreadData {
  /** Of ThreadMemory. */
  readonly buffer: SharedArrayBuffer;
  /** How long the main thread's event loop may stand still. 0: for as long as it likes. */
  readonly maxStall: Milliseconds;
  /** The least level of log lines that is of interest. */
  readonly logLevel: LogLevel;
  /** How the last line is written, which goes to standard error past the main thread. */
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

/** What the main thread obtained for the other: headers, and what TLS connections are made with. */
export interface PostedCredentials {
  readonly headers: Credential['headers'];
  readonly tls: TlsMaterial;
}

/** An error on its way to the other thread. */
export interface PostedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
}

/** What a check said: undefined for well, else why not. */
export type CheckResults = Readonly<Record<string, string | null>>;

/** From the main thread. */
export type ToThread =
  | { readonly type: 'elect'; readonly election: ThreadElection }
  | { readonly type: 'credentials'; readonly credentials: PostedCredentials }
  /** Takes part no longer, and gives the lease away if `release` says so. */
  | { readonly type: 'resign'; readonly release: boolean }
  | { readonly type: 'serve'; readonly address: string }
  /** It is to keep serving until it is told to stop. */
  | { readonly type: 'start-serving' }
  /** The checks that there are, at each endpoint. */
  | { readonly type: 'checks'; readonly endpoint: string; readonly names: readonly string[] }
  | { readonly type: 'checked'; readonly endpoint: string; readonly results: CheckResults }
  | { readonly type: 'stop-serving'; readonly cut: boolean };

/** From the thread. */
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
  /** A request of the election ended; `status` is undefined when no answer came. */
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
  /** Somebody asks for the checks of an endpoint. */
  | { readonly type: 'check'; readonly endpoint: string };
