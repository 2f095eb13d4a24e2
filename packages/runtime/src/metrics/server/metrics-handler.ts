import { type HttpResponse, messageOfThrown } from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import type { HttpHandler } from '../../serving/http-server.ts';
import { textResponse } from '../../serving/text-response.ts';
import type { MetricsRegistry } from '../registry/metrics-registry.ts';

/** Prometheus' text format. The end says how names outside of it would be written; Go's library says so too. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';

/** Answers with all metrics, compressed when the client takes gzip; 500 when they cannot be had. */
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
      return { status: 200, headers: { 'content-type': contentType }, body };
    }
    const { compress } = await import('../../serving/adapters/gzip.ts');
    return {
      status: 200,
      headers: { 'content-type': contentType, 'content-encoding': 'gzip' },
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
