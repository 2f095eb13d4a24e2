import type { HttpResponse, JsonObject, JsonValue, KubernetesObject } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import type { CallOptions } from '../../call-options.ts';
import { UnexpectedResponseError } from '../../errors/unexpected-response-error.ts';
import type { RestConfig } from './rest-config.ts';
import { requestBytes } from './send-request.ts';
import type { RestRequest } from './rest-request.ts';

/**
 * The JSON that a request is answered with. Throws a StatusError, or an UnexpectedResponseError for what is not JSON.
 */
export async function requestJson(config: RestConfig, request: RestRequest, options: CallOptions): Promise<JsonValue> {
  const { response, bytes } = await requestBytes(config, request, options);
  return parseBody(bytes, request, response);
}

/** Reads the JSON of an answer, or of a part of it. Throws an UnexpectedResponseError for what is not JSON. */
export function parseBody(
  bytes: Uint8Array,
  request: RestRequest,
  response: HttpResponse,
  parse: (bytes: Uint8Array) => JsonValue = parseJson,
): JsonValue {
  try {
    return parse(bytes);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const type = response.headers['content-type'];
    const what = type === undefined || String(type).includes('json') ? 'JSON that is cut or broken' : String(type);
    const hint = 'does the URL lead to a Kubernetes API server?';
    throw new UnexpectedResponseError(`${request.method} ${request.path}: the server answered ${what} (${hint})`, {
      cause: error,
    });
  }
}

/** An answer that has to be an object. */
export function asObject(value: JsonValue, request: RestRequest): JsonObject {
  if (isJsonObject(value)) return value;
  throw new UnexpectedResponseError(`${request.method} ${request.path}: the server answered no JSON object`);
}

/**
 * The object that a request is answered with. Its type is the server's promise: the API server checked it by the schema
 * that the type was made from.
 */
export async function requestObject<T extends KubernetesObject>(
  config: RestConfig,
  request: RestRequest,
  options: CallOptions,
): Promise<T> {
  return (await requestAnyObject(config, request, options)) as object as T;
}

/** As {@link requestObject}, of any shape. */
export async function requestAnyObject(
  config: RestConfig,
  request: RestRequest,
  options: CallOptions,
): Promise<Readonly<Record<string, JsonValue>>> {
  const value = await requestJson(config, request, options);
  return asObject(value, request);
}
