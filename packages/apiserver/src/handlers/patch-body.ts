import {
  applyJsonPatch,
  applyMergePatch,
  applyStrategicMergePatch,
  badRequest,
  compareUtf8,
  failureStatus,
  fieldInvalid,
  formatGoValue,
  isStatusError,
  type JsonObject,
  JsonPatchDecodeError,
  JsonPatchError,
  JsonSyntaxError,
  type JsonValue,
  MAX_JSON_PATCH_OPERATIONS,
  parseJson,
  readJsonPatch,
  rejectedPatchStatus,
  requestEntityTooLarge,
  stringifyJson,
  StrategicMergePatchError,
  strategicMergePatchStatus,
} from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { WriteOptions } from '../http/write-options.ts';
import { type ApiObject, asJson, type FrozenObject, isJsonObject } from '../resources/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { DecodeError, type TypeMismatch } from '../serializer/decode-error.ts';
import type { PatchType } from './patch.ts';
import { reportFindings, strictFindings } from './read-object.ts';
import { scalarText } from '../resources/scalar-text.ts';

/** What a patch needs beside its body. */
export interface PatchContext {
  readonly resource: Pick<ServedResource, 'codec' | 'custom' | 'schema' | 'kind' | 'apiVersion'>;
  readonly options: WriteOptions;
  readonly warn: (text: string) => void;
}

/** Reads the body of a patch that is no apply; answers what makes the new object of the live one. Both throw StatusErrors. */
export function patchFunction(
  type: PatchType,
  body: Uint8Array,
  context: PatchContext,
): (live: FrozenObject) => ApiObject {
  const duplicates: string[] = [];
  const value = readPatch(type, body, duplicates);
  const strategic = type === 'application/strategic-merge-patch+json';
  if (type === 'application/json-patch+json') {
    const operations = readOperations(value, duplicates);
    return (live) => {
      const patched = orRejected(() => applyJsonPatch(asJson(live), operations));
      return decodePatched(patched, duplicates, context);
    };
  }
  if (!isJsonObject(value)) return refuse(notAnObject(value, strategic));
  return (live) => {
    const patched = strategic
      ? orRejected(() => applyStrategicMergePatch(asJson(live), value, context.resource.schema()))
      : applyMergePatch(asJson(live), value);
    return decodePatched(patched, duplicates, context, strategic ? value : undefined);
  };
}

function readPatch(type: PatchType, body: Uint8Array, duplicates: string[]): JsonValue {
  try {
    return parseJson(body, { onDuplicateKey: (path) => duplicates.push(`duplicate field "${path}"`) });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const prefix = type === 'application/strategic-merge-patch+json' ? '' : 'error decoding patch: ';
    return refuse(badRequest(`${prefix}${error.message}`));
  }
}

function readOperations(value: JsonValue, findings: string[]): ReturnType<typeof readJsonPatch>['operations'] {
  try {
    const { operations, unknownFields } = readJsonPatch(value);
    if (operations.length > MAX_JSON_PATCH_OPERATIONS) {
      refuse(
        requestEntityTooLarge(
          `The allowed maximum operations in a JSON patch is ${MAX_JSON_PATCH_OPERATIONS}, got ${operations.length}`,
        ),
      );
    }
    findings.push(...unknownFields.map((path) => `json patch unknown field "${path}"`));
    return operations;
  } catch (error) {
    if (!(error instanceof JsonPatchDecodeError)) throw error;
    return refuse(badRequest(`error decoding patch: ${error.message}`));
  }
}

function notAnObject(value: JsonValue, strategic: boolean): ReturnType<typeof badRequest> {
  if (value === null && !strategic) return badRequest('Invalid JSON Patch');
  const found = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  const prefix = strategic ? '' : 'error decoding patch: ';
  return badRequest(`${prefix}json: cannot unmarshal ${found} into Go value of type map[string]interface {}`);
}

function orRejected(patch: () => JsonValue): JsonValue {
  try {
    return patch();
  } catch (error) {
    if (error instanceof StrategicMergePatchError) return refuse(strategicMergePatchStatus(error));
    if (error instanceof JsonPatchError) return refuse(rejectedPatchStatus());
    throw error;
  }
}

/** The object that a patch made; what does not fit the kind is answered with the whole of it. */
function decodePatched(
  patched: JsonValue,
  duplicates: readonly string[],
  context: PatchContext,
  strategic?: JsonObject,
): ApiObject {
  const { resource, options, warn } = context;
  const decode = new DecodeContext();
  if (!isJsonObject(patched)) return refuse(rejectedPatchStatus());
  const refusePatched = (why: string): never => refuse(unfitPatch(patched, why, resource.custom));
  checkKind(patched, resource, refusePatched);
  let object: ApiObject;
  try {
    object = resource.codec.decode(patched, decode);
  } catch (error) {
    if (isStatusError(error) || !(error instanceof DecodeError)) throw error;
    return strategic ? refuse(unfitStrategicPatch(strategic, error)) : refusePatched(error.message);
  }
  const unknown = strictFindings(resource, decode, duplicates);
  reportFindings(unknown, options.fieldValidation, warn, (text) => refusePatched(`strict decoding error: ${text}`));
  return object;
}

function checkKind(
  patched: JsonObject,
  { custom, apiVersion, kind }: PatchContext['resource'],
  refusePatched: (why: string) => never,
): void {
  if (patched.apiVersion === apiVersion && patched.kind === kind) return;
  if (custom && patched.apiVersion === apiVersion) {
    const error = fieldInvalid('kind', patched.kind ?? '', `must be ${kind}`);
    const metadata = isJsonObject(patched.metadata) ? patched.metadata : {};
    const group = apiVersion.slice(0, apiVersion.indexOf('/'));
    refuse(
      failureStatus({
        code: 422,
        reason: 'Invalid',
        message: `${scalarText(patched.kind)}.${group} ${JSON.stringify(metadata.name ?? '')} is invalid: kind: ${error.message}`,
        details: {
          name: scalarText(metadata.name ?? ''),
          group,
          kind: scalarText(patched.kind ?? ''),
          causes: [{ reason: error.type, message: error.message, field: 'kind' }],
        },
      }),
    );
  }
  refusePatched(
    `the object's kind or apiVersion cannot be changed (${scalarText(patched.apiVersion ?? '')}, Kind=${scalarText(patched.kind ?? '')})`,
  );
}

/** 422 of a patch whose result is no object of the kind. It has no kind and no name, only the cause. */
function unfitPatch(patched: JsonObject, why: string, custom: boolean): ReturnType<typeof failureStatus> {
  const sorted = Object.fromEntries(Object.entries(patched).sort(([a], [b]) => compareUtf8(a, b)));
  return unfit(stringifyJson(sorted, { sortKeys: custom, escapeHtml: true }), why);
}

/** The same of a strategic merge patch: with the patch, in the words of another decoder. */
function unfitStrategicPatch(patch: JsonObject, { message, mismatch }: DecodeError): ReturnType<typeof failureStatus> {
  return unfit(formatGoValue(patch), mismatch ? restoreProblem(mismatch) : message);
}

function restoreProblem({ value, goType }: TypeMismatch): string {
  const given = Array.isArray(value) ? 'slice' : typeof value === 'object' ? 'map' : typeof value;
  if (goType.startsWith('[]')) return `cannot restore slice from ${given}`;
  if (goType.startsWith('map[')) return `cannot restore map from ${given}`;
  return goType.includes('.') ? `cannot restore struct from: ${given}` : `unrecognized type: ${goType}`;
}

function unfit(shown: string, why: string): ReturnType<typeof failureStatus> {
  const error = fieldInvalid('patch', shown, why);
  return failureStatus({
    code: 422,
    reason: 'Invalid',
    message: ` "" is invalid: patch: ${error.message}`,
    details: { causes: [{ reason: error.type, message: error.message, field: 'patch' }] },
  });
}
