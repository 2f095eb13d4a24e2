import type { Lease } from '@kb/kubernetes/coordination/v1';
import type { LeaseRequests } from '../../leader-election/lock/lease-lock-on-requests.ts';
import { postedError } from '../thread-log.ts';
import type { FromThread, ThreadConnection } from '../thread-messages.ts';
import { type LeaseAnswer, type LeaseRequest, leaseSender } from './lease-sender.ts';
import type { CredentialSource } from './read-parts.ts';

/** The API server refused a request. Has the server's status, like a StatusError. */
class LeaseRequestError extends Error {
  override readonly name = 'StatusError';
  readonly code = 'KB_LEASE_REFUSED';
  readonly status: { readonly reason: string; readonly code: number };
  constructor(code: number, text: string) {
    const { message, reason } = statusOf(text);
    super(message ?? `the server responded with ${code}`);
    this.status = { reason: reason ?? '', code };
  }
}

function statusOf(text: string): { readonly message?: string; readonly reason?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return {
      ...('message' in value && typeof value.message === 'string' && { message: value.message }),
      ...('reason' in value && typeof value.reason === 'string' && { reason: value.reason }),
    };
  } catch {
    return {};
  }
}

/** Options of {@link createLeaseRequests}. */
export interface LeaseRequestsOptions {
  readonly connection: ThreadConnection;
  readonly namespace: string;
  readonly name: string;
  readonly credentials: CredentialSource;
  readonly post: (message: FromThread) => void;
}

/** Creates the three requests of leader election. Each is reported to the main thread when it has ended. */
export function createLeaseRequests(options: LeaseRequestsOptions): LeaseRequests {
  const { connection, namespace, name, credentials, post } = options;
  const sendOnce = leaseSender(connection);
  const prefix = new URL(connection.server).pathname.replace(/\/$/, '');
  const collection = `${prefix}/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`;
  const one = `${collection}/${encodeURIComponent(name)}`;

  /** Sends the request, and once more with other credentials when the first are refused and others exist. */
  const answerTo = async (request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> => {
    const used = await credentials.current();
    const answer = await sendOnce(request, used, signal);
    if (answer.status !== 401 || !(await credentials.refused(used))) return answer;
    return sendOnce(request, await credentials.current(), signal);
  };

  const observed = async (request: LeaseRequest, signal: AbortSignal): Promise<LeaseAnswer> => {
    const { method, body } = request;
    const about = { type: 'requested', method, requestBytes: Buffer.byteLength(body ?? '') } as const;
    try {
      const answer = await unlessAborted(signal, answerTo(request, signal));
      const { status, text } = answer;
      post({ ...about, status, error: undefined, responseBytes: Buffer.byteLength(text) });
      return answer;
    } catch (error) {
      post({ ...about, status: undefined, error: postedError(error), responseBytes: 0 });
      throw error;
    }
  };

  const leaseOf = async (request: LeaseRequest, signal: AbortSignal): Promise<Lease> => {
    const { status, text } = await observed(request, signal);
    if (status < 200 || status > 299) throw new LeaseRequestError(status, text);
    return leaseIn(text, `${request.method} ${request.path}`);
  };

  return {
    get: async (signal) => {
      try {
        return await leaseOf({ method: 'GET', path: one, body: undefined }, signal);
      } catch (error) {
        if (error instanceof LeaseRequestError && error.status.code === 404) return undefined;
        throw error;
      }
    },
    create: (lease, signal) => leaseOf({ method: 'POST', path: collection, body: JSON.stringify(lease) }, signal),
    update: (lease, signal) => leaseOf({ method: 'PUT', path: one, body: JSON.stringify(lease) }, signal),
  };
}

/**
 * Returns the result of `work`, unless the signal is aborted first: a file or program that gives credentials may hang.
 */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const end = Promise.withResolvers<never>();
  const onAbort = (): void => end.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([end.promise, work]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The elector checks the rest of a response; without metadata nothing can be written back. */
function leaseIn(text: string, request: string): Lease {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below: it does not matter what is wrong with it.
  }
  if (isLease(value)) return value;
  throw new Error(`the response to ${request} is not a Lease: is something else at that address, or in between?`);
}

const isLease = (value: unknown): value is Lease => isObject(value) && 'metadata' in value && isObject(value.metadata);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
