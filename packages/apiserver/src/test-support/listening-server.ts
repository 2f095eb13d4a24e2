import { afterEach } from 'vitest';
import { type ApiServer, type ApiServerOptions, createApiServer } from '../server/api-server.ts';
import type { ListeningApiServer } from '../server/listening-server.ts';
import type { ListenOptions } from '../adapters/http-listener.ts';
import { systemClock } from './system-clock.ts';

/** The token of the user of {@link startListening}. */
export const TOKEN = 'a-token-of-a-test';

const started: { readonly api: ApiServer; readonly bugs: readonly unknown[] }[] = [];

/** Starts a test server that listens. It stops when the test ends, and the test fails if the server had a bug. */
export async function startListening(
  listen: ListenOptions = {},
  options: Partial<ApiServerOptions> = {},
): Promise<ListeningApiServer & { readonly api: ApiServer }> {
  const bugs: unknown[] = [];
  const api = createApiServer({ clock: systemClock, onBug: (error) => bugs.push(error), ...options });
  started.push({ api, bugs });
  return { ...(await api.listen(listen)), api };
}

/** Starts a server like {@link startListening}, with TLS and one user whose token is {@link TOKEN}. */
export function startSecure(): ReturnType<typeof startListening> {
  return startListening({ tls: true }, { authentication: { tokens: { [TOKEN]: { name: 'ann' } } } });
}

afterEach(async () => {
  for (const { api, bugs } of started.splice(0)) {
    await api.stop();
    if (bugs.length > 0) throw bugs[0];
  }
});
