import { createVirtualClock } from '@kb/apimachinery';
import { onTestFinished } from 'vitest';
import { createTransport } from '../adapters/transport/create-transport.ts';
import type { Client } from '../client.ts';
import { type ClientOptions, createClient } from '../create-client.ts';
import { type Answer, startTestServer, type TestServer } from './start-test-server.ts';
import { testAccess } from './test-access.ts';

/** A client of a scripted server, which is closed after the test. */
export interface TestClient {
  readonly client: Client;
  readonly server: TestServer;
  /** The delays of the client, in milliseconds. No real time passes. */
  readonly sleeps: number[];
}

/** Starts a server with scripted responses, and a client of it over real HTTP. */
export async function startTestClient(answer: Answer, options: Partial<ClientOptions> = {}): Promise<TestClient> {
  const server = await startTestServer(answer);
  const transport = createTransport(testAccess(server.url));
  const sleeps: number[] = [];
  const clock = {
    ...createVirtualClock(),
    sleep: async (ms: number, signal?: AbortSignal): Promise<void> => {
      signal?.throwIfAborted();
      sleeps.push(ms);
    },
  };
  onTestFinished(async () => {
    await transport.close();
    await server.close();
  });
  return { client: createClient({ transport, clock, ...options }), server, sleeps };
}
