import { failureStatus, fieldInvalid, isStatusError, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { compareUtf8, isJsonObject, stringifyJson } from '@kb/apimachinery/codec';
import { formatGoValue } from '@kb/apimachinery/managed-fields';
import { refuse } from '../../refuse.ts';
import type { WriteOptions } from '../../http/write-options.ts';
import { type ApiObject, own, stringOf } from '../../objects/api-object.ts';
import type { Registry } from '../../resources/registry.ts';
import type { ServedResource } from '../../resources/served-resource.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { DecodeError } from '../../serializer/decode-error.ts';
import { reportFindings } from '../bodies/read-object.ts';

/** The context of a patch. */
export interface PatchContext {
  readonly resource: Pick<ServedResource, 'codec' | 'custom' | 'schema' | 'kind' | 'apiVersion' | 'group'>;
  readonly registry: Registry;
  readonly options: WriteOptions;
  readonly warn: (text: string) => void;
}

/** The result of a JSON or merge patch of the live object. */
export interface Patched {
  readonly value: JsonValue;
  /** The same, as errors show it. */
  readonly show: () => JsonValue;
}

/**
 * Decodes the object that a JSON or merge patch produced; the error for an invalid one contains it completely. Throws a
 * StatusError.
 */
export function decodePatched({ value, show }: Patched, findings: readonly string[], context: PatchContext): ApiObject {
  const { options, warn } = context;
  const refusePatched = (why: string): never => {
    return refuse(unfitPatch(stringifyJson(show(), { escapeHtml: true }), why));
  };
  let decode = new DecodeContext();
  // Mistakes are also reported in the order of the text.
  const refuseFirst = (why: string): never => {
    decodeOr(refusePatched, () => decodeAs(show(), context, new DecodeContext(), refusePatched, show));
    return refusePatched(why);
  };
  const object = decodeOr(refuseFirst, () => decodeAs(value, context, decode, refusePatched, show));
  if (decode.unknownFields.length > 1) {
    // Findings are in the order of the text.
    decode = new DecodeContext();
    decodeAs(show(), context, decode, refusePatched, show);
  }
  const unknown = decode.unknownFields.map((path) => `unknown field "${path}"`);
  reportFindings([...findings, ...unknown], options.fieldValidation, warn, (text) =>
    refusePatched(`strict decoding error: ${text}`),
  );
  return object;
}

/**
 * Decodes the object that a strategic merge patch produced, as the endpoint's kind, whatever it states. The error for
 * an invalid one contains the patch, from `show`. Throws a StatusError.
 */
export function decodeStrategicallyPatched(
  value: JsonObject,
  show: () => JsonObject,
  findings: readonly string[],
  { resource, options, warn }: PatchContext,
): ApiObject {
  const refusePatch = (why: string): never => refuse(unfitPatch(formatGoValue(show()), why));
  const decode = new DecodeContext({ fromMap: true });
  const typed = { ...value, apiVersion: resource.apiVersion, kind: resource.kind };
  const object = decodeOr(refusePatch, () => resource.codec.decode(typed, decode));
  const unknown = decode.unknownFields.map((path) => `unknown field "${path}"`).sort(compareUtf8);
  reportFindings([...findings, ...unknown], options.fieldValidation, warn, (text) =>
    refusePatch(`strict decoding error: ${text}`),
  );
  return object;
}

function decodeOr(refusePatched: (why: string) => never, decode: () => ApiObject): ApiObject {
  try {
    return decode();
  } catch (error) {
    if (isStatusError(error) || !(error instanceof DecodeError)) throw error;
    return refusePatched(error.message);
  }
}

type Refuse = (why: string) => never;

/** Decodes the result of a patch as the kind that it states. */
function decodeAs(
  value: JsonValue,
  context: PatchContext,
  decode: DecodeContext,
  refusePatched: Refuse,
  show: Patched['show'],
): ApiObject {
  const { resource } = context;
  if (!isJsonObject(value)) {
    const type =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    return refusePatched(unreadableKind(`${jsonType(value)} into Go value of type ${type}`));
  }
  for (const field of ['apiVersion', 'kind']) {
    const said = own(value, field) ?? '';
    if (typeof said !== 'string')
      refusePatched(unreadableKind(`${jsonType(said)} into Go struct field .${field} of type string`));
  }
  const { apiVersion = '', kind = '' } = value;
  if (apiVersion === resource.apiVersion && kind === resource.kind) return resource.codec.decode(value, decode);
  return resource.custom
    ? decodeCustom(value, context, decode, refusePatched, show)
    : decodeBuiltIn(value, context, decode, refusePatched);
}

/** An object of a built-in kind that states another kind. */
function decodeBuiltIn(
  value: JsonObject,
  { resource, registry }: PatchContext,
  decode: DecodeContext,
  refusePatched: Refuse,
): ApiObject {
  const { apiVersion, kind } = saidKind(value);
  if (apiVersion === '' && (kind === '' || kind === resource.kind)) {
    // Go decodes it as its internal type, which has no names in JSON.
    for (const key of Object.keys(value).sort()) if (key !== 'kind' && key !== 'apiVersion') decode.unknownField(key);
    return resource.codec.decode({ apiVersion: resource.apiVersion, kind: resource.kind }, new DecodeContext());
  }
  if (kind === '' && apiVersion === resource.apiVersion)
    return resource.codec.decode({ ...value, kind: resource.kind }, decode);
  const found = registry.findKind(apiVersion, kind || resource.kind);
  if (!found) {
    const version = apiVersion === '' ? 'the internal version of group ""' : `version ${JSON.stringify(apiVersion)}`;
    return refusePatched(
      `no kind ${JSON.stringify(kind || resource.kind)} is registered for ${version} in scheme "pkg/runtime/scheme.go:111"`,
    );
  }
  found.codec.decode(value, new DecodeContext());
  const internalGroup = resource.group === '' ? 'core' : (resource.group.split('.')[0] ?? '');
  return refusePatched(
    `converting (${found.version}.${found.kind}) to (${internalGroup}.${resource.kind}): unknown conversion`,
  );
}

/** A custom object that states another kind; validation reports it. */
function decodeCustom(
  value: JsonObject,
  { resource }: PatchContext,
  decode: DecodeContext,
  refusePatched: Refuse,
  show: Patched['show'],
): ApiObject {
  const { apiVersion, kind } = saidKind(value);
  if (kind === '') return refusePatched(`Object 'Kind' is missing in '${stringifyJson(show(), { escapeHtml: true })}'`);
  return resource.codec.decode({ ...value, apiVersion, kind }, decode);
}

function saidKind({ apiVersion, kind }: JsonObject): { apiVersion: string; kind: string } {
  return { apiVersion: stringOf(apiVersion), kind: stringOf(kind) };
}

function unreadableKind(what: string): string {
  return `couldn't get version/kind; json parse error: json: cannot unmarshal ${what}`;
}

function jsonType(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'boolean') return 'bool';
  return type === 'bigint' ? 'number' : type;
}

/** 422 for a patch whose result is not an object of the kind. It has no kind and no name, only the cause. */
function unfitPatch(shown: string, why: string): ReturnType<typeof failureStatus> {
  const error = fieldInvalid('patch', shown, why);
  return failureStatus({
    code: 422,
    reason: 'Invalid',
    message: ` "" is invalid: patch: ${error.message}`,
    details: { causes: [{ reason: error.type, message: error.message, field: 'patch' }] },
  });
}
