import { type Clock, formatObjectKey, type HttpRequest, type HttpResponse, type Transport } from '@kb/apimachinery';
import { isWrite } from '@kb/testing';

/**
 * Reads from the server's responses who holds the lease, and checks whether each write is allowed.
 */
export interface LeaseObserver {
  /** The transport to the server, for all replicas: sees changes of the lease. */
  readonly server: Transport;
  /**
   * The outermost transport of a replica: sees each write when it is handed over, after everything that delays it.
   */
  replica(identity: string, transport: Transport): Transport;
  /** The prefix of the holder's identity; empty if no replica holds it. */
  holder(): string;
  /** How often the lease went to another replica. */
  changes(): number;
  /** Writes that replicas sent while they were not the leader. */
  readonly violations: readonly string[];
}

/** Makes an observer of the lease with this name. */
export function createLeaseObserver(transport: Transport, clock: Clock, leaseDuration: number): LeaseObserver {
  const violations: string[] = [];
  let holder = '';
  let renewedAt = 0;
  let changes = 0;

  const observe = (answer: HttpResponse): void => {
    if (answer.status > 201 || !(answer.body instanceof Uint8Array)) return;
    const { spec } = JSON.parse(new TextDecoder().decode(answer.body)) as { spec?: { holderIdentity?: string } };
    const now = (spec?.holderIdentity ?? '').split('_', 1)[0] ?? '';
    if (now !== '' && now !== holder) changes += 1;
    holder = now;
    renewedAt = clock.now();
  };

  return {
    server: {
      send: async (request, signal) => {
        const answer = await transport.send(request, signal);
        if (isWrite(request) && isLease(request)) observe(answer);
        return answer;
      },
    },
    replica: (identity, below) => ({
      send: (request, signal) => {
        if (!isWrite(request) || isLease(request) || request.path.includes('/events'))
          return below.send(request, signal);
        const look = (): void => {
          const late = clock.now() - renewedAt - leaseDuration;
          const why = holder !== identity ? `the leader is ${holder || 'nobody'}` : `its lease ended ${late} ms ago`;
          if (holder !== identity || late > 0) violations.push(`${identity} sent ${lineOf(request)}, but ${why}`);
        };
        const beforeSend = (): void => {
          request.beforeSend?.();
          look();
        };
        return below.send({ ...request, beforeSend }, signal);
      },
    }),
    holder: () => holder,
    changes: () => changes,
    violations,
  };
}

const isLease = ({ path }: HttpRequest): boolean => path.includes('/leases');

const lineOf = ({ method, path }: HttpRequest): string =>
  `${method} ${formatObjectKey({ name: path.split('?', 1)[0]?.split('/').slice(-2).join('/') ?? path })}`;
