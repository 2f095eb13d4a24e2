import type { HttpRequest, Transport } from '@kb/apimachinery';

/** A transport that counts its requests. */
export interface CountingTransport extends Transport {
  /** Requests that write, oldest first, such as `PATCH /apis/apps/v1/namespaces/default/deployments/web`. */
  readonly writes: readonly string[];
  /** Requests that only read. */
  readonly reads: readonly string[];
  /** Resets the counts. */
  reset(): void;
}

/** Wraps a transport to count its requests. */
export function countingTransport(transport: Transport): CountingTransport {
  let writes: string[] = [];
  let reads: string[] = [];
  return {
    get writes() {
      return writes;
    },
    get reads() {
      return reads;
    },
    reset: () => {
      writes = [];
      reads = [];
    },
    send: (request, signal) => {
      const line = `${request.method} ${request.path.split('?', 1)[0] ?? ''}`;
      (isWrite(request) ? writes : reads).push(line);
      return transport.send(request, signal);
    },
  };
}

/** Whether a request can change something on the server. */
export function isWrite(request: Pick<HttpRequest, 'method'>): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
}
