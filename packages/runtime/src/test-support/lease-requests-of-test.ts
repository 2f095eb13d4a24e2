import type { ServerResponse } from 'node:http';
import type { TlsMaterial } from '@kb/client';
import { createLeaseRequests } from '../election-thread/adapters/lease-requests.ts';
import type { CredentialSource } from '../election-thread/adapters/read-parts.ts';
import type { FromThread, PostedCredentials } from '../election-thread/thread-messages.ts';
import type { LeaseRequests } from '../leader-election/lock/lease-lock-on-requests.ts';

/** A Lease, and where it is. */
export const aLease = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: 'b', namespace: 'a', resourceVersion: '1', uid: 'u', creationTimestamp: '2026-01-01T00:00:00Z' },
  spec: { holderIdentity: 'me' },
};
export const leasePath = '/apis/coordination.k8s.io/v1/namespaces/a/leases/b';

/** Responds with JSON. */
export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Returns the same credentials each time. */
export const fixedCredentials = (
  headers: PostedCredentials['headers'] = {},
  tls: TlsMaterial = {},
): CredentialSource => {
  const credentials = { headers, tls };
  return { current: () => Promise.resolve(credentials), refused: () => Promise.resolve(false) };
};

type Requested = Extract<FromThread, { type: 'requested' }>;

/** Requests of a test. */
export interface SentRequests {
  readonly requests: LeaseRequests;
  /** What was reported of each request: its status, or the code or message of its error. */
  readonly told: (number | string)[];
}

/** Makes requests to a server, for the Lease `a/b`. */
export function requestsTo(
  server: string,
  { credentials = fixedCredentials(), proxyUrl }: { credentials?: CredentialSource; proxyUrl?: string } = {},
): SentRequests {
  const told: (number | string)[] = [];
  const requests = createLeaseRequests({
    connection: { server, proxyUrl, userAgent: 'a-test', parts: undefined },
    namespace: 'a',
    name: 'b',
    credentials,
    post: (message) => {
      const { status, error } = message as Requested;
      told.push(status ?? error?.code ?? error?.message ?? '');
    },
  });
  return { requests, told };
}
