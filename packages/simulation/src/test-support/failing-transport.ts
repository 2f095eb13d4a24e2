import { seededRandom, type Status, type Transport } from '@kb/apimachinery';

/**
 * Makes one in five requests of the simulation fail: rejected, executed although the connection was lost, or never
 * received. Watches are cut off.
 */
export function failingTransport(transport: Transport, seed: number): Transport {
  const random = seededRandom(seed);
  return {
    send: async (request, signal) => {
      const luck = random();
      if (luck < 0.05) throw new Error('connection refused');
      if (luck < 0.1) {
        const message = 'etcdserver: leader changed';
        const status: Status = {
          apiVersion: 'v1',
          kind: 'Status',
          metadata: {},
          status: 'Failure',
          code: 500,
          message,
        };
        return { status: 500, headers: {}, body: new TextEncoder().encode(JSON.stringify(status)) };
      }
      const response = await transport.send(request, signal);
      if (luck < 0.2 && response.body instanceof Uint8Array) throw new Error('connection lost');
      if (response.body instanceof Uint8Array) return response;
      return { ...response, body: breakingOff(response.body, () => random() < 0.05) };
    },
  };
}

async function* breakingOff(body: AsyncIterable<Uint8Array>, breaks: () => boolean): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    if (breaks()) throw new Error('connection lost');
    yield chunk;
  }
}
