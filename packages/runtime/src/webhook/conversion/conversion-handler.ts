import { type JsonObject, type JsonValue, messageOfThrown } from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { isBug } from '../../is-bug.ts';
import { type Logger, silentLogger } from '../../log/logger.ts';
import { emptyResponse, jsonResponse, readBody, type WebhookHandler } from '../http/webhook-handler.ts';
import type { WebhookMetrics } from '../http/webhook-metrics.ts';
import type { ConverterRegistry } from './converter.ts';
import { beginConversion, type ConversionInspection } from './inspected-conversion.ts';

/** Options of {@link conversionHandler}. */
export interface ConversionHandlerOptions {
  /** Default: silent. */
  readonly log?: Logger;
  readonly metrics?: Pick<WebhookMetrics, 'conversionPanic'>;
  /** Default: conversions are not inspected. */
  readonly inspection?: ConversionInspection;
}

/** The longest body. API servers send objects from their store, at most a list of them; upstream has no limit. */
export const MAX_CONVERSION_BODY: number = 64 * 1024 * 1024;

/**
 * Serves the converters of a registry over HTTP, as the API server asks for CustomResourceDefinitions with the
 * conversion strategy `Webhook`. Responds in the request's version. A failed conversion becomes a Status with the
 * error's message; a bug (a TypeError, or a value that is not an Error) is logged, and its message is not shown. A body
 * that is not a ConversionReview gets 400 without a body, as upstream.
 */
export function conversionHandler(registry: ConverterRegistry, options: ConversionHandlerOptions = {}): WebhookHandler {
  const { log = silentLogger, metrics, inspection } = options;
  return async (request) => {
    let review: Review;
    try {
      const body = await readBody(request.body, MAX_CONVERSION_BODY);
      if (!body) {
        log.info('Bad conversion request', { why: `longer than ${MAX_CONVERSION_BODY} bytes` });
        return emptyResponse(413);
      }
      review = readReview(body);
    } catch (error) {
      log.info('Bad conversion request', { why: messageOfThrown(error) });
      return emptyResponse(400);
    }
    const { apiVersion, uid, objects, desiredAPIVersion } = review;
    const answer = (response: JsonObject): string =>
      stringifyJson({ kind: 'ConversionReview', apiVersion, response: { uid, ...response } });
    const tell = inspection?.inspector.active ? beginConversion(inspection, objects, desiredAPIVersion) : undefined;
    try {
      const convertedObjects: JsonValue[] = [];
      for (const object of objects) convertedObjects.push(await convert(registry, object, desiredAPIVersion));
      tell?.();
      return jsonResponse(200, answer({ convertedObjects, result: { metadata: {}, status: 'Success' } }));
    } catch (error) {
      log.error(error, 'failed to convert', { request: uid, desiredAPIVersion });
      // Clients do not get the message of a bug.
      const message = isBug(error) ? 'internal error occurred during conversion' : messageOfThrown(error);
      if (isBug(error)) metrics?.conversionPanic();
      tell?.(messageOfThrown(error));
      return jsonResponse(200, answer({ convertedObjects: [], result: { metadata: {}, status: 'Failure', message } }));
    }
  };
}

async function convert(registry: ConverterRegistry, object: JsonObject, desired: string): Promise<JsonObject> {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    throw new Error('an object to convert has no apiVersion or no kind');
  const [group] = splitVersion(apiVersion);
  const [desiredGroup, version] = splitVersion(desired);
  if (group !== desiredGroup)
    throw new Error(`${kind} of ${apiVersion} cannot become one of ${desired}: another group`);
  const converter = registry.find(group, kind);
  if (!converter)
    throw new Error(`${kind} of ${apiVersion} is not convertible to ${desired}: no converter is registered`);
  return converter.convert(object, version);
}

function splitVersion(apiVersion: string): [group: string, version: string] {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
}

interface Review {
  readonly apiVersion: string;
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly JsonObject[];
}

const versions = ['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'];

/** Parses a review. Throws an Error that says why the body is invalid. */
function readReview(body: Uint8Array): Review {
  const review = parseJson(body);
  if (!isJsonObject(review)) throw new TypeError('not a JSON object');
  const { apiVersion, kind, request } = review;
  if (kind !== 'ConversionReview' || typeof apiVersion !== 'string' || !versions.includes(apiVersion))
    throw new TypeError(`expected a ConversionReview of ${versions.join(' or ')}`);
  if (!isJsonObject(request)) throw new TypeError('conversion request is nil');
  const { uid = '', desiredAPIVersion, objects = [] } = request;
  if (typeof uid !== 'string' || typeof desiredAPIVersion !== 'string')
    throw new TypeError('request.uid and request.desiredAPIVersion must be strings');
  const given = objects ?? [];
  if (!Array.isArray(given)) throw new TypeError('request.objects must be a list');
  const all = given.filter(isJsonObject);
  if (all.length < given.length) throw new TypeError('request.objects must be objects');
  return { apiVersion, uid, desiredAPIVersion, objects: all };
}
