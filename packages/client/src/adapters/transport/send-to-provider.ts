import type { SendToProvider } from '../../surroundings/provider-request.ts';
import { proxyFromEnvironment } from '../proxy/proxy-from-environment.ts';
import { readAtMost } from '../../response/read-body.ts';
import { toConnectionError } from './to-connection-error.ts';
import { connectTo } from '../undici/undici.ts';

/** The longest response, in bytes. */
const MAX_LENGTH = 1 << 20;
/** The timeout, in milliseconds. */
const TIMEOUT = 30_000;

/**
 * Sends a request over a separate connection, since it is needed once per token. Uses the proxies of the environment.
 */
export const sendToProvider: SendToProvider = async ({ method, url, headers, body, ca }) => {
  const { origin, pathname, search } = new URL(url);
  const proxyUrl = proxyFromEnvironment(process.env, origin);
  const pool = await connectTo(origin, ca === undefined ? {} : { ca }, proxyUrl);
  try {
    const path = pathname + search;
    const timeouts = { headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT };
    const request = { method, path, headers, ...(body !== undefined && { body }), ...timeouts };
    const response = await pool.request(request);
    const { bytes } = await readAtMost(response.body, MAX_LENGTH);
    return { status: response.status, body: new TextDecoder().decode(bytes) };
  } catch (error) {
    throw toConnectionError(error, { server: origin, proxyUrl });
  } finally {
    await pool.close();
  }
};
