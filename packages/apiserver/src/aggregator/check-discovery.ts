import type { HttpBody, JsonObject } from '@kb/apimachinery';
import { parseJson } from '@kb/apimachinery/codec';
import { AUTHENTICATED, MASTERS, type User } from '../authentication/user.ts';
import { readResourceList } from '../discovery/remote-item.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { RemoteVersion } from '../aggregation/api-services.ts';
import type { Availability } from '../aggregation/available-condition.ts';
import { callServer, locateServer } from './call-server.ts';

/** Who asks other API servers for what they serve. */
const aggregator: User = { name: 'system:kube-aggregator', groups: [MASTERS, AUTHENTICATED] };

const PATIENCE_MS = 5000;
/** The longest list of resources that is read. */
const LONGEST = 4 * 1024 * 1024;
const passed: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' };

/** What a server says about a version. */
export interface Checked {
  readonly availability: Availability;
  /** Undefined: the server lists none, or not in the form of discovery. */
  readonly resources: readonly JsonObject[] | undefined;
}

/** Asks the server of a version for its resources, and resolves with what that says about its availability. */
export async function checkDiscovery(
  remote: RemoteVersion,
  server: Pick<ServerContext, 'store' | 'webhooks' | 'frontProxy' | 'clock'>,
  signal: AbortSignal,
): Promise<Checked> {
  const path = `/apis/${remote.group}/${remote.version}`;
  let url = path;
  const late = new AbortController();
  const over = Promise.withResolvers<never>();
  over.promise.catch(() => undefined);
  const end = (why: string): void => {
    late.abort(new Error(why));
    over.reject(late.signal.reason);
  };
  const cancel = server.clock.after(PATIENCE_MS, () =>
    end('context deadline exceeded (Client.Timeout exceeded while awaiting headers)'),
  );
  const giveUp = (): void => end('context canceled');
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    url = `${locateServer(remote, server)}${path}`;
    const request = { method: 'GET', path, headers: { 'user-agent': 'Go-http-client/1.1' } };
    const sent = callServer(remote, { user: aggregator, request, signal: late.signal }, server);
    const { status, body } = await Promise.race([sent, over.promise]);
    if (status < 200 || status > 299) {
      void discard(body);
      return failed(`bad status from ${url}: ${status}`);
    }
    const text = await Promise.race([readText(body), over.promise]).catch(() => '');
    return { availability: passed, resources: resourcesIn(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return url === path ? failed(why) : failed(`Get ${JSON.stringify(url)}: ${why}`);
  } finally {
    cancel();
    signal.removeEventListener('abort', giveUp);
    late.abort();
  }

  function failed(why: string): Checked {
    const message = `failing or missing response from ${url}: ${why}`;
    return { availability: { status: 'False', reason: 'FailedDiscoveryCheck', message }, resources: undefined };
  }
}

function resourcesIn(text: string): readonly JsonObject[] | undefined {
  try {
    return readResourceList(parseJson(text));
  } catch {
    return undefined;
  }
}

/** Reads a response; rejects with an Error if it is too long. */
async function readText(body: HttpBody): Promise<string> {
  const decoder = new TextDecoder();
  if (body instanceof Uint8Array) return decoder.decode(body);
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST) throw new Error(`the response is longer than ${LONGEST} bytes`);
  }
  return text + decoder.decode();
}

/** Ends a response that is not read: its server may never end it. */
export async function discard(body: HttpBody): Promise<void> {
  if (body instanceof Uint8Array) return;
  try {
    await body[Symbol.asyncIterator]().return?.();
  } catch {
    // The server has closed the connection.
  }
}
