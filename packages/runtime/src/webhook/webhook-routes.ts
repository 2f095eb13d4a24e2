import { type Clock, type HttpRequest, type HttpResponse, monotonicNow } from '@kb/apimachinery';
import { createInspector } from '../inspection/inspector.ts';
import type { Logger } from '../log/logger.ts';
import { pathOf } from '../serving/request-path.ts';
import { notFoundResponse, textResponse } from '../serving/text-response.ts';
import { admissionHandler } from './admission/admission-handler.ts';
import { inspectedAdmission } from './admission/inspected-admission.ts';
import { conversionHandler } from './conversion/conversion-handler.ts';
import { type ConverterRegistry, createConverterRegistry } from './conversion/converter.ts';
import type { WebhookHandler } from './http/webhook-handler.ts';
import type { WebhookMetrics } from './http/webhook-metrics.ts';
import type { WebhookDescription } from './webhook-builder.ts';
import { CONVERT_PATH } from './webhook-paths.ts';

/** Options of {@link createWebhookRoutes}. */
export interface WebhookRoutesOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: WebhookMetrics | undefined;
}

/** The paths of a webhook server and their handlers. */
export interface WebhookRoutes {
  /** Adds the webhooks of a kind. Throws a TypeError when a path is taken, or the kind has a converter already. */
  add(description: WebhookDescription): void;
  /** Adds a path. Throws a TypeError when it is taken. */
  register(path: string, handler: WebhookHandler): void;
  /** The paths, sorted. */
  paths(): readonly string[];
  /**
   * Handles a request by its path, and counts it; a HEAD request only learns whether the path is served. Responds with
   * 404 to other paths, and with 500 when a handler fails.
   */
  readonly handle: WebhookHandler;
}

/** Creates the routes of a webhook server; none is registered yet. */
export function createWebhookRoutes({ clock, log, metrics }: WebhookRoutesOptions): WebhookRoutes {
  const handlers = new Map<string, WebhookHandler>();
  let converters: ConverterRegistry | undefined;
  const inspector = createInspector(clock);
  const elapsed = (): number => monotonicNow(clock);

  const register = (path: string, handler: WebhookHandler): void => {
    if (handlers.has(path)) throw new TypeError(`the webhook path ${path} is registered already`);
    handlers.set(path, handler);
    metrics?.register(path);
    log.info('Registering webhook', { path });
  };

  return {
    register,
    add: ({ resource, admission, converter }) => {
      for (const webhook of admission) {
        const { path, logFor } = webhook;
        const handler = inspectedAdmission(inspector, resource, webhook);
        register(path, admissionHandler(handler, { log, logFor, ...(metrics && { metrics }) }));
      }
      if (!converter) return;
      if (!converters) {
        converters = createConverterRegistry();
        const inspection = { inspector, path: CONVERT_PATH };
        register(CONVERT_PATH, conversionHandler(converters, { log, inspection, ...(metrics && { metrics }) }));
      }
      converters.register(converter);
    },
    paths: () => [...handlers.keys()].sort(),
    handle: async (request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> => {
      const path = pathOf(request);
      const handler = path === undefined ? undefined : handlers.get(path);
      if (path === undefined || !handler) return notFoundResponse();
      // Asks only whether the path is served, as kb dev does: nothing for the log.
      if (request.method === 'HEAD') return { status: 200, headers: {}, body: new Uint8Array() };
      const counted = metrics?.begin(path);
      const began = elapsed();
      let status = 500;
      try {
        const response = await handler(request, signal);
        ({ status } = response);
        return response;
      } catch (error) {
        if (signal?.aborted) throw error;
        log.error(error, 'Webhook failed', { path });
        return textResponse(500, 'Internal Server Error\n');
      } finally {
        counted?.end(status, (elapsed() - began) / 1000);
      }
    },
  };
}
