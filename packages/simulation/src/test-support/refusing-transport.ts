import type { Status, Transport } from '@kb/apimachinery';

/** Makes an API server refuse the requests that `matches` selects by method and path: `POST /api/v1/…`. */
export function refusingTransport(transport: Transport, matches: RegExp, message: string): Transport {
  const status: Status = {
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    reason: 'Forbidden',
    code: 403,
    message,
  };
  const body = new TextEncoder().encode(JSON.stringify(status));
  return {
    send: (request, signal) =>
      matches.test(`${request.method} ${request.path}`)
        ? Promise.resolve({ status: 403, headers: {}, body })
        : transport.send(request, signal),
  };
}
