import { type HttpResponse, messageOfThrown } from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import type { HttpHandler } from '../../serving/http-server.ts';
import { textResponse } from '../../serving/text-response.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';

/** Prometheus' text format. The last parameter says how invalid names would be escaped, as in Go's library. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';

/**
 * Creates the handler that responds with all metrics, compressed when the client accepts gzip; with 500 when they
 * cannot be gathered.
 */
export function metricsHandler(registry: MetricsRegistry, log: Logger): HttpHandler {
  const encoder = new TextEncoder();
  return async ({ headers }): Promise<HttpResponse> => {
    let text: string;
    try {
      text = await registry.text();
    } catch (error) {
      log.error(error, 'Metrics not gathered');
      const message = messageOfThrown(error);
      return textResponse(500, `An error has occurred while serving metrics:\n\n${message}\n`);
    }
    const body = encoder.encode(text);
    if (!takesGzip(headers['accept-encoding'])) {
      return { status: 200, headers: { 'content-type': CONTENT_TYPE }, body };
    }
    return {
      status: 200,
      headers: { 'content-type': CONTENT_TYPE, 'content-encoding': 'gzip' },
      body: await compress(body),
    };
  };
}

function takesGzip(header = ''): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Compresses bytes. Node's zlib is loaded with the first call. */
async function compress(bytes: Uint8Array): Promise<Uint8Array> {
  const { gzip } = await import('node:zlib');
  return new Promise((resolve, reject) => {
    gzip(bytes, (error, compressed) => (error ? reject(error) : resolve(compressed)));
  });
}
