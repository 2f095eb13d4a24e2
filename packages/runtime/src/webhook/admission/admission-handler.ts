import { type HttpResponse, messageOfThrown } from '@kb/apimachinery';
import { type Logger, silentLogger } from '../../log/logger.ts';
import { jsonResponse, readBody, type WebhookHandler } from '../http/webhook-handler.ts';
import type { WebhookMetrics } from '../http/webhook-metrics.ts';
import type { AdmissionRequest } from './admission-request.ts';
import { type AdmissionResponse, errored } from './admission-response.ts';
import { type AdmissionReview, readAdmissionReview, writeAdmissionReview } from './admission-review.ts';

/** What a handler gets besides the request. */
export interface AdmissionContext {
  /** Its lines have the values of the request: object, resource, user, requestID. */
  readonly log: Logger;
  /** Aborted when the API server does not wait any longer. */
  readonly signal: AbortSignal | undefined;
}

/** Decides about one request. An error that it throws is a bug: the request is refused with 500. */
export type AdmissionHandler = (
  request: AdmissionRequest,
  context: AdmissionContext,
) => AdmissionResponse | Promise<AdmissionResponse>;

/** Options of {@link admissionHandler}. */
export interface AdmissionHandlerOptions {
  /** Default: silent. */
  readonly log?: Logger;
  readonly metrics?: Pick<WebhookMetrics, 'admissionPanic'>;
  /** Makes the logger of one request. Default: adds `object`, `namespace`, `name`, `resource`, `user`, `requestID`. */
  readonly logFor?: (log: Logger, request: AdmissionRequest) => Logger;
}

/** The longest body: two objects of 3 MiB and a request around them. controller-runtime's limit. */
export const MAX_ADMISSION_BODY: number = 7 * 1024 * 1024;

/**
 * Serves a handler over HTTP: reads the AdmissionReview, calls the handler, and always responds with a review in the
 * request's version and with its uid. A request that cannot be read gets a refusal too, with HTTP 200 as upstream: the
 * API server shows its text to the client.
 */
export function admissionHandler(handler: AdmissionHandler, options: AdmissionHandlerOptions = {}): WebhookHandler {
  const { log = silentLogger, metrics, logFor = defaultLog } = options;
  const refuse = (code: number, why: string): HttpResponse => {
    log.info('Bad admission request', { code, why });
    return jsonResponse(200, writeAdmissionReview(undefined, '', errored(code, why)));
  };
  return async (request, signal) => {
    let body: Uint8Array | undefined;
    try {
      body = await readBody(request.body, MAX_ADMISSION_BODY);
    } catch (error) {
      return refuse(400, messageOfThrown(error));
    }
    if (!body) return refuse(413, `request entity is too large; limit is ${MAX_ADMISSION_BODY} bytes`);
    if (body.length === 0) return refuse(400, 'request body is empty');
    const contentType = request.headers['content-type'] ?? '';
    if (contentType !== 'application/json') return refuse(400, `contentType=${contentType}, expected application/json`);
    let review: AdmissionReview;
    try {
      review = readAdmissionReview(body);
    } catch (error) {
      return refuse(400, messageOfThrown(error));
    }
    const { apiVersion, request: asked } = review;
    const requestLog = logFor(log, asked);
    requestLog.debug('Received request');
    let response: AdmissionResponse;
    let written: string;
    try {
      response = await handler(asked, { log: requestLog, signal });
      written = writeAdmissionReview(apiVersion, asked.uid, response);
    } catch (error) {
      metrics?.admissionPanic();
      requestLog.error(error, 'Observed a panic in webhook');
      response = errored(500, `panic: ${messageOfThrown(error)} [recovered]`);
      written = writeAdmissionReview(apiVersion, asked.uid, response);
    }
    const { allowed, status } = response;
    requestLog.debug('Wrote response', {
      allowed,
      code: status?.code,
      reason: status?.reason,
      message: status?.message,
    });
    return jsonResponse(200, written);
  };
}

function defaultLog(log: Logger, request: AdmissionRequest): Logger {
  return log.with(admissionLogValues('object', request));
}

/** Makes the log values of a request; the object is under `key`. */
export function admissionLogValues(key: string, request: AdmissionRequest): Record<string, unknown> {
  const { namespace, name, resource, userInfo, uid } = request;
  return {
    [key]: namespace === '' ? { name } : { namespace, name },
    namespace,
    name,
    resource,
    user: userInfo.username,
    requestID: uid,
  };
}
