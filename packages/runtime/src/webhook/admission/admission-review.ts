import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { deepFreeze, isJsonObject, JsonSyntaxError, parseJson, setOwn, stringifyJson } from '@kb/apimachinery/codec';
import type { AdmissionKind, AdmissionRequest, AdmissionResource, AdmissionUser } from './admission-request.ts';
import type { AdmissionResponse } from './admission-response.ts';

/** A parsed review. */
export interface AdmissionReview {
  /** The version of the request, also used for the response. */
  readonly apiVersion: string;
  readonly request: AdmissionRequest;
}

const GROUP = 'admission.k8s.io';
const versions = [`${GROUP}/v1`, `${GROUP}/v1beta1`];

/**
 * Parses the body of a request. Throws a TypeError that says what is invalid. A body without a version is read as v1.
 */
export function readAdmissionReview(body: Uint8Array): AdmissionReview {
  const review = readJson(body);
  if (!isJsonObject(review)) throw new TypeError('the body is not an AdmissionReview: expected a JSON object');
  const apiVersion = text(review, 'apiVersion', '');
  const kind = text(review, 'kind', '');
  if (apiVersion !== '' || kind !== '') {
    if (kind !== 'AdmissionReview' || !versions.includes(apiVersion)) {
      throw new TypeError(
        `expected an AdmissionReview of ${versions.join(' or ')}, got kind "${kind}" of "${apiVersion}"`,
      );
    }
  }
  return { apiVersion: apiVersion || `${GROUP}/v1`, request: readRequest(object(review, 'request', '') ?? {}) };
}

function readJson(body: Uint8Array): JsonValue {
  try {
    return parseJson(body);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new TypeError(`couldn't get version/kind; json parse error: ${error.message}`, { cause: error });
  }
}

function readRequest(request: JsonObject): AdmissionRequest {
  return {
    uid: text(request, 'uid'),
    kind: readKind(object(request, 'kind')) ?? { group: '', version: '', kind: '' },
    resource: readResource(object(request, 'resource')) ?? { group: '', version: '', resource: '' },
    subResource: text(request, 'subResource'),
    requestKind: readKind(object(request, 'requestKind')),
    requestResource: readResource(object(request, 'requestResource')),
    requestSubResource: text(request, 'requestSubResource'),
    name: text(request, 'name'),
    namespace: text(request, 'namespace'),
    operation: text(request, 'operation'),
    userInfo: readUser(object(request, 'userInfo') ?? {}),
    object: deepFreeze(object(request, 'object')),
    oldObject: deepFreeze(object(request, 'oldObject')),
    dryRun: member(request, 'dryRun', 'boolean') === true,
    options: deepFreeze(object(request, 'options')),
  };
}

function readKind(value: JsonObject | undefined): AdmissionKind | undefined {
  return value && { group: text(value, 'group'), version: text(value, 'version'), kind: text(value, 'kind') };
}

function readResource(value: JsonObject | undefined): AdmissionResource | undefined {
  return value && { group: text(value, 'group'), version: text(value, 'version'), resource: text(value, 'resource') };
}

function readUser(value: JsonObject): AdmissionUser {
  const extra: Record<string, readonly string[]> = {};
  for (const [key, values] of Object.entries(object(value, 'extra') ?? {})) {
    // Keys come from the client: `__proto__` is one like any other.
    Object.defineProperty(extra, key, { value: texts(values, `userInfo.extra.${key}`), enumerable: true });
  }
  return {
    username: text(value, 'username'),
    uid: text(value, 'uid'),
    groups: texts(getMember(value, 'groups'), 'userInfo.groups'),
    extra,
  };
}

/** Null is treated as absent, as in Go. */
function getMember(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined;
}

function member(value: JsonObject, key: string, type: 'string' | 'boolean', where = 'request.'): JsonValue | undefined {
  const found = getMember(value, key);
  if (found !== undefined && typeof found !== type) throw new TypeError(`${where}${key} must be a ${type}`);
  return found;
}

function text(value: JsonObject, key: string, where?: string): string {
  const found = member(value, key, 'string', where);
  return typeof found === 'string' ? found : '';
}

function object(value: JsonObject, key: string, where = 'request.'): JsonObject | undefined {
  const found = getMember(value, key);
  if (found === undefined || isJsonObject(found)) return found;
  throw new TypeError(`${where}${key} must be an object`);
}

function texts(value: JsonValue | undefined, path: string): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new TypeError(`request.${path} must be a list of strings`);
}

/** Formats a response, its members in Go's order. `apiVersion` is undefined when no review could be read. */
export function writeAdmissionReview(apiVersion: string | undefined, uid: string, response: AdmissionResponse): string {
  const { allowed, status, patches = [], auditAnnotations, warnings = [] } = response;
  return stringifyJson({
    ...(apiVersion !== undefined && { kind: 'AdmissionReview', apiVersion }),
    response: {
      uid,
      allowed,
      status: statusOf(status),
      ...(patches.length > 0 && { patch: toBase64(stringifyJson(patches)), patchType: 'JSONPatch' }),
      ...(auditAnnotations && Object.keys(auditAnnotations).length > 0 && { auditAnnotations }),
      ...(warnings.length > 0 && { warnings }),
    },
  });
}

const statusMembers = ['kind', 'apiVersion', 'metadata', 'status', 'message', 'reason', 'details', 'code'] as const;

/** Makes a status that always has a code. */
function statusOf(status: AdmissionResponse['status'] = {}): JsonObject {
  const whole: AdmissionResponse['status'] = { ...status, metadata: status.metadata ?? {}, code: status.code || 200 };
  const written: JsonObject = {};
  for (const name of statusMembers) {
    const value = whole[name];
    // A Status is JSON.
    if (value !== undefined && value !== '') setOwn(written, name, value as JsonValue);
  }
  return written;
}

function toBase64(value: string): string {
  return Buffer.from(value, 'utf8').toString('base64');
}
