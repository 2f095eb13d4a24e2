import type { JsonObject, JsonValue, Status } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { own, stringOf, stringsOf } from '../objects/api-object.ts';
import { jsonTypeName } from '../serializer/json-type-name.ts';
import type { ReviewVersion } from '../webhooks/webhook-address.ts';
import { ADMISSION_GROUP } from './review-text.ts';

/** What a webhook answered. */
export interface HookResponse {
  readonly allowed: boolean;
  /** The text of a JSON patch; empty without one. */
  readonly patch: string;
  readonly patchType: string;
  /** The Status of a refusal. */
  readonly result: Partial<Status> | undefined;
  readonly warnings: readonly string[];
  /** What it says of the request in the audit event. */
  readonly auditAnnotations: Readonly<Record<string, string>>;
}

/** Why a response is not accepted. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
}

/** What is expected of a response. */
export interface ExpectedResponse {
  readonly uid: string;
  readonly version: ReviewVersion;
  readonly mutating: boolean;
}

/** A review as the webhook returned it, decoded. */
export interface AnsweredReview {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined: it has none. */
  readonly response: JsonObject | undefined;
}

/** Decodes a review. Throws an Error with the message of Go's decoder for a value of the wrong type. */
export function decodeReview(review: JsonObject): AnsweredReview {
  return {
    apiVersion: stringOf(review.apiVersion),
    kind: stringOf(review.kind),
    response: decodeResponse(review.response ?? null),
  };
}

function decodeResponse(response: JsonValue): JsonObject | undefined {
  if (response === null) return undefined;
  if (!isJsonObject(response)) throw mismatch(response, 'AdmissionReview.response', 'v1.AdmissionResponse');
  for (const [field, type, goType] of fields) {
    const value = own(response, field);
    if (value !== undefined && value !== null && jsonTypeName(value) !== type)
      throw mismatch(value, `AdmissionResponse.response.${field}`, goType);
  }
  for (const field of ['auditAnnotations', 'warnings']) checkTexts(field, own(response, field));
  checkBase64(stringOf(response.patch));
  return response;
}

/** Throws an Error in the words of Go's decoder for a list or map with something else than texts. */
function checkTexts(field: string, values: JsonValue | undefined): void {
  if (typeof values !== 'object' || values === null) return;
  for (const value of Object.values(values)) {
    if (value !== undefined && value !== null && typeof value !== 'string')
      throw mismatch(value, `AdmissionResponse.response.${field}`, 'string');
  }
}

/** Throws an Error in the words of Go's decoder for a text that is not base64. */
function checkBase64(text: string): void {
  const stripped = text.replace(/[\r\n]/g, '');
  const wrong = /[^A-Za-z0-9+/]/.exec(stripped.replace(/={1,2}$/, ''))?.index;
  if (wrong !== undefined) throw new Error(`illegal base64 data at input byte ${wrong}`);
  if (stripped.length % 4 !== 0)
    throw new Error(`illegal base64 data at input byte ${stripped.length - (stripped.length % 4)}`);
}

const fields = [
  ['uid', 'string', 'types.UID'],
  ['allowed', 'bool', 'bool'],
  ['status', 'object', 'v1.Status'],
  ['patch', 'string', '[]uint8'],
  ['patchType', 'string', 'v1.PatchType'],
  ['auditAnnotations', 'object', 'map[string]string'],
  ['warnings', 'array', '[]string'],
] as const;

function mismatch(value: JsonValue, path: string, goType: string): Error {
  return new Error(`json: cannot unmarshal ${jsonTypeName(value)} into Go struct field ${path} of type ${goType}`);
}

/** Checks a decoded review. Throws a {@link ResponseError} with kube-apiserver's message. */
export function verifyResponse(
  { response, ...review }: AnsweredReview,
  { uid, version, mutating }: ExpectedResponse,
): HookResponse {
  if (response === undefined) throw new ResponseError('webhook response was absent');
  const patch = decodeBase64(stringOf(response.patch));
  const given = own(response, 'patchType');
  const patchType = typeof given === 'string' ? given : undefined;
  const common = {
    allowed: response.allowed === true,
    result: isJsonObject(response.status) ? (response.status as Partial<Status>) : undefined,
    warnings: Array.isArray(response.warnings) ? response.warnings.map(stringOf) : [],
    auditAnnotations: isJsonObject(response.auditAnnotations) ? stringsOf(response.auditAnnotations) : {},
  };
  // Nothing of this is checked in the older version.
  if (version === 'v1beta1') return { ...common, patch: mutating ? patch : '', patchType: 'JSONPatch' };
  const responseUid = stringOf(response.uid);
  if (responseUid !== uid)
    throw new ResponseError(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(responseUid)}`);
  checkKind(review);
  if (mutating) checkPatch(patch, patchType);
  else {
    if (patch !== '') throw new ResponseError('validating webhook may not return response.patch');
    if (patchType !== undefined) throw new ResponseError('validating webhook may not return response.patchType');
  }
  return { ...common, patch, patchType: patchType ?? '' };
}

function checkKind({ apiVersion, kind }: Omit<AnsweredReview, 'response'>): void {
  const expected = `${ADMISSION_GROUP}/v1, Kind=AdmissionReview`;
  const got = `${apiVersion === '' ? '/' : apiVersion}, Kind=${kind}`;
  if (got !== expected) throw new ResponseError(`expected webhook response of ${expected}, got ${got}`);
}

function checkPatch(patch: string, patchType: string | undefined): void {
  if (patch !== '' && patchType === undefined)
    throw new ResponseError('webhook returned response.patch but not response.patchType');
  if (patch === '' && patchType !== undefined)
    throw new ResponseError('webhook returned response.patchType but not response.patch');
  if (patchType === '') throw new ResponseError('webhook returned invalid response.patchType of ""');
}

function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
