import { directTransport, type HttpRequest, type Transport, type VirtualClock } from '@kb/apimachinery';
import { type ApiServer, createApiServer } from '@kb/apiserver';
import { ConnectionError } from '@kb/client';
import type { RestorableServer } from '../../test/scenarios/restored-backup.ts';

/** Makes embedded servers that replace each other: each gives the same uids and versions to the same writes. */
export function restorableServer(clock: VirtualClock): RestorableServer {
  let server: ApiServer | undefined = createApiServer({ clock });
  let down = new AbortController();
  const written: HttpRequest[] = [];
  let saved: readonly HttpRequest[] = [];

  const transport: Transport = directTransport(async (request, signal) => {
    if (!server) throw new ConnectionError('KB_CONNECTION_REFUSED', 'restored', 'nothing listens', { sent: false });
    const { beforeSend: _, ...asked } = request;
    if (request.method !== 'GET') written.push(asked);
    return server.transport.send(asked, signal ? AbortSignal.any([signal, down.signal]) : down.signal);
  });
  return {
    transport,
    backup: async () => {
      saved = [...written];
    },
    restore: async () => {
      const fresh = createApiServer({ clock });
      for (const request of saved) await fresh.transport.send(request);
      const lost = server;
      server = undefined;
      down.abort(new ConnectionError('KB_CONNECTION_LOST', 'restored', 'the server ended'));
      down = new AbortController();
      await lost?.stop();
      await clock.advance(500);
      server = fresh;
    },
  };
}
