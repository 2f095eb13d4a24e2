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

/** How an object that a webhook or a policy changes is read, in the version that it gets. */
export interface PatchedKind {
  readonly kind: GroupVersionKind;
  readonly codec: ObjectCodec;
  /** The kinds that a patch may make of it, all of which but its own are refused. */
  readonly registry: Pick<Registry, 'findKind'>;
}

/** The object that a webhook may change. */
export interface PatchedObject extends PatchedKind {
  /** As the webhook gets it; undefined for a deletion. */
  readonly sent: ApiObject | undefined;
}

/** What the patch of a webhook has done. */
export interface AppliedPatch {
  readonly object: ApiObject;
  /** The object as webhooks get it. */
  readonly sent: ApiObject;
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
  { sent: before, ...target }: PatchedObject,
): AppliedPatch | undefined {
  if (patch === '') return undefined;
  const { document, operations } = readOperations(hook, patch);
  if (operations.length === 0) return undefined;
  if (before === undefined) {
    const why = `admission webhook ${quoteString(hook)} attempted to modify the object, which is not supported for this operation`;
    return refuse(internalError(why));
  }
  if (patchType !== 'JSONPatch') throw new CallFailure(hook, `unsupported patch type ${quoteString(patchType)}`);
  const object = decodePatched(applied(asJson(before), operations), target);
  const sent = sentForm(target.codec, object);
  return { object, sent, changed: !equalJson(before, sent), operations: document };
}

/** An object as webhooks get it. */
export function sentForm(codec: ObjectCodec, object: ApiObject): ApiObject {
  if (codec.forWebhooks) return codec.forWebhooks.encode(object);
  return codec.encodeUnstored ? codec.encodeUnstored(object) : codec.encode(object);
}

function readOperations(
  hook: string,
  patch: string,
): { readonly document: JsonValue; readonly operations: readonly JsonPatchOperation[] } {
  try {
    const document = parseJson(patch);
    return { document, operations: readJsonPatch(document, { validated: false }).operations };
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
  { kind: own, codec, registry }: PatchedKind,
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
