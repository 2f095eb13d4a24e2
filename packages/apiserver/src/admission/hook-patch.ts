import { equalJson, internalError, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { JsonSyntaxError, isJsonObject, parseJson, quoteString } from '@kb/apimachinery/codec';
import {
  applyJsonPatch,
  JsonPatchDecodeError,
  JsonPatchError,
  type JsonPatchOperation,
  readJsonPatch,
} from '@kb/apimachinery/patch';
import { type ApiObject, asJson, stringOf } from '../objects/api-object.ts';
import { refuse } from '../refuse.ts';
import type { Registry } from '../resources/registry.ts';
import type { GroupVersionKind, ObjectCodec } from '../resources/served-resource.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { DecodeError } from '../serializer/decode-error.ts';
import { CallFailure } from './hook-call.ts';
import type { HookResponse } from './read-response.ts';

/** The object that a webhook may change, in the version that it gets. */
export interface PatchedObject {
  readonly object: ApiObject | undefined;
  readonly kind: GroupVersionKind;
  readonly codec: ObjectCodec;
  /** The kinds that a patch may make of it, all of which but its own are refused. */
  readonly registry: Pick<Registry, 'findKind'>;
}

/** What the patch of a webhook has done. */
export interface AppliedPatch {
  readonly object: ApiObject;
  readonly changed: boolean;
  /** The patch as the webhook sent it. */
  readonly operations: JsonValue;
}

/**
 * Applies the patch of a webhook's response. Returns undefined if there is none, or an empty one. Throws a {@link
 * CallFailure} for one that cannot be read, and the StatusError of one that does not apply.
 */
export function applyHookPatch(
  hook: string,
  { patch, patchType }: Pick<HookResponse, 'patch' | 'patchType'>,
  { object, ...target }: PatchedObject,
): AppliedPatch | undefined {
  if (patch === '') return undefined;
  const { sent, operations } = readOperations(hook, patch);
  if (operations.length === 0) return undefined;
  if (object === undefined) {
    const why = `admission webhook ${quoteString(hook)} attempted to modify the object, which is not supported for this operation`;
    return refuse(internalError(why));
  }
  if (patchType !== 'JSONPatch') throw new CallFailure(hook, `unsupported patch type ${quoteString(patchType)}`);
  const { codec } = target;
  const before = sentForm(codec, object);
  const patched = decodePatched(applied(asJson(before), operations), target);
  return { object: patched, changed: !equalJson(before, sentForm(codec, patched)), operations: sent };
}

/** An object as webhooks get it. */
export function sentForm(codec: ObjectCodec, object: ApiObject): ApiObject {
  if (codec.forWebhooks) return codec.forWebhooks.encode(object);
  return codec.encodeUnstored ? codec.encodeUnstored(object) : codec.encode(object);
}

function readOperations(
  hook: string,
  patch: string,
): { readonly sent: JsonValue; readonly operations: readonly JsonPatchOperation[] } {
  try {
    const sent = parseJson(patch);
    return { sent, operations: readJsonPatch(sent, { validated: false }).operations };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError || error instanceof JsonPatchDecodeError)) throw error;
    throw new CallFailure(hook, `received undecodable patch in webhook response: ${error.message}`);
  }
}

function applied(document: JsonObject, operations: readonly JsonPatchOperation[]): JsonValue {
  try {
    return applyJsonPatch(document, operations);
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    return refuse(internalError(error.message));
  }
}

/**
 * Decodes an object that a patch of an admission plugin has made. With `isStrict`, unknown fields are errors. Throws
 * the StatusError of one that cannot be decoded, or that is of another kind.
 */
export function decodePatched(
  value: JsonValue,
  { kind: own, codec, registry }: Omit<PatchedObject, 'object'>,
  isStrict = false,
): ApiObject {
  if (!isJsonObject(value)) return refuse(internalError("couldn't get version/kind; json parse error: not an object"));
  const apiVersion = own.group === '' ? own.version : `${own.group}/${own.version}`;
  const said = { apiVersion: value.apiVersion ?? apiVersion, kind: value.kind ?? own.kind };
  if (said.apiVersion === apiVersion && said.kind === own.kind) return decoded(value, codec, isStrict);
  const other = registry.findKind(stringOf(said.apiVersion), stringOf(said.kind));
  // An object of another kind is read, too, before it is found to be unlike.
  if (other && !other.custom) decoded(value, other.codec);
  const [otherKind, otherVersion] = [JSON.stringify(said.kind), JSON.stringify(said.apiVersion)];
  const why = `no kind ${otherKind} is registered for version ${otherVersion} in scheme "pkg/runtime/scheme.go:111"`;
  return refuse(internalError(why));
}

function decoded(value: JsonObject, codec: ObjectCodec, isStrict = false): ApiObject {
  const context = new DecodeContext();
  let object: ApiObject;
  try {
    object = codec.forWebhooks ? codec.forWebhooks.decode(value) : codec.decode(value, context);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return refuse(internalError(error.message));
  }
  if (!isStrict || context.unknownFields.length === 0) return object;
  const unknown = context.unknownFields.map((path) => `unknown field ${JSON.stringify(path)}`);
  return refuse(internalError(`strict decoding error: ${unknown.join(', ')}`));
}
