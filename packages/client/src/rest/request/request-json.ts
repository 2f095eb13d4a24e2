import type { HttpResponse, JsonObject, JsonValue, KubernetesObject } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import type { CallOptions } from '../../call-options.ts';
import { UnexpectedResponseError } from '../../errors/unexpected-response-error.ts';
import type { RestConfig } from './rest-config.ts';
import { requestBytes } from './send-request.ts';
import type { RestRequest } from './rest-request.ts';

/**
 * Sends a request, and parses the JSON of its response. Rejects with a StatusError, or with an UnexpectedResponseError
 * if the response is not JSON.
 */
export async function requestJson(config: RestConfig, request: RestRequest, options: CallOptions): Promise<JsonValue> {
  const { response, bytes } = await requestBytes(config, request, options);
  return parseBody(bytes, request, response);
}

/** Parses the JSON of a response, or of a part of it. Throws an UnexpectedResponseError if it is not JSON. */
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

/** Checks that a response is an object. */
export function asObject(value: JsonValue, request: RestRequest): JsonObject {
  if (isJsonObject(value)) return value;
  throw new UnexpectedResponseError(`${request.method} ${request.path}: the server did not respond with a JSON object`);
}

/**
 * Sends a request, and resolves with the object in its response. Its type is not checked here: the API server validated
 * the object against the schema of the type.
 */
export async function requestObject<T extends KubernetesObject>(
  config: RestConfig,
  request: RestRequest,
  options: CallOptions,
): Promise<T> {
  return (await requestAnyObject(config, request, options)) as object as T;
}

/** Like {@link requestObject}, for an object of any shape. */
export async function requestAnyObject(
  config: RestConfig,
  request: RestRequest,
  options: CallOptions,
): Promise<Readonly<Record<string, JsonValue>>> {
  const value = await requestJson(config, request, options);
  return asObject(value, request);
}
