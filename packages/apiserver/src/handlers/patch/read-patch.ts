import { badRequest, type JsonObject, type JsonValue, requestEntityTooLarge } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';
import {
  JsonPatchDecodeError,
  type JsonPatchOperation,
  MAX_JSON_PATCH_OPERATIONS,
  readJsonPatch,
} from '@kb/apimachinery/patch';
import { refuse } from '../../refuse.ts';
import { MAX_DUPLICATES } from '../bodies/read-document.ts';
import { Findings } from '../../serializer/findings.ts';
import { jsonTypeName } from '../../serializer/json-type-name.ts';

/** A parsed patch. */
export interface ReadPatch<Patch> {
  readonly patch: Patch;
  /** The findings of field validation about the patch itself: duplicate keys, and unknown fields of operations. */
  readonly findings: readonly string[];
}

/**
 * Parses a JSON patch. Without field validation, Go uses another decoder, whose errors have other messages. Throws a
 * StatusError.
 */
export function readJsonPatchBody(body: Uint8Array, validated: boolean): ReadPatch<readonly JsonPatchOperation[]> {
  const prefix = validated ? 'error decoding patch: ' : '';
  const { value, duplicates, odd } = parse(
    body,
    // A refused value is that of a field.
    (message) =>
      `${prefix}${message.replace(' Go value of type float64', ' Go struct field jsonPatchOp.value of type float64')}`,
  );
  try {
    const { operations, unknownFields } = readJsonPatch(value, { validated });
    if (operations.length > MAX_JSON_PATCH_OPERATIONS) {
      refuse(
        requestEntityTooLarge(
          `The allowed maximum operations in a JSON patch is ${MAX_JSON_PATCH_OPERATIONS}, got ${operations.length}`,
        ),
      );
    }
    const patch = operations.map((operation, index) => (odd.has(index) ? { ...operation, isOdd: true } : operation));
    const unknown = unknownFields.map((path) => `unknown field "${path}"`);
    return { patch, findings: [...duplicates, ...unknown].map((finding) => `json patch ${finding}`) };
  } catch (error) {
    if (!(error instanceof JsonPatchDecodeError)) throw error;
    return refuse(badRequest(`${prefix}${error.message}`));
  }
}

/**
 * Parses a JSON merge patch. Without field validation a list is accepted: it replaces the whole document. Throws a
 * StatusError.
 */
export function readMergePatchBody(body: Uint8Array, validated: boolean): ReadPatch<JsonObject | readonly JsonValue[]> {
  const describe = (message: string): string => (validated ? `error decoding patch: ${message}` : 'Invalid JSON Patch');
  const { value, duplicates } = parse(body, describe);
  if (isJsonObject(value) || (Array.isArray(value) && !validated)) return { patch: value, findings: duplicates };
  return refuse(badRequest(value === null ? 'Invalid JSON Patch' : describe(notAnObject(value))));
}

/** Parses a strategic merge patch. Throws a StatusError. */
export function readStrategicPatchBody(body: Uint8Array): ReadPatch<JsonObject> {
  const { value, duplicates } = parse(body, (message) => message);
  if (value === null) return { patch: {}, findings: duplicates };
  return isJsonObject(value) ? { patch: value, findings: duplicates } : refuse(badRequest(notAnObject(value)));
}

function parse(
  body: Uint8Array,
  describe: (message: string) => string,
): { value: JsonValue; duplicates: readonly string[]; odd: ReadonlySet<string | number | undefined> } {
  const duplicates = new Findings(MAX_DUPLICATES);
  /** The first steps of the paths of numbers and texts that Go would write differently. */
  const odd = new Set<string | number | undefined>();
  try {
    const value = parseJson(body, {
      onDuplicateKey: (path) => duplicates.add(`duplicate field "${path}"`),
      onOddNumber: ([first]) => odd.add(first),
      onOddText: ([first, field]) => {
        if (field === 'value') odd.add(first);
      },
    });
    return { value, duplicates: duplicates.texts, odd };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return refuse(badRequest(describe(error.message)));
  }
}

function notAnObject(value: JsonValue): string {
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`;
}
