import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { MutationEffect } from '@kb/apimachinery/cel';
import { ConfigurationError, mergeConfiguration } from '@kb/apimachinery/managed-fields';
import { applyJsonPatch, JsonPatchDecodeError, JsonPatchError, readJsonPatch } from '@kb/apimachinery/patch';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { serverSchemaOf } from '@kb/kubernetes/data';
import { decodePatched, type PatchedKind } from '../admission/hook-patch.ts';
import { type ApiObject, asJson } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/** Why a mutation does not apply, in the words of kube-apiserver. */
export class MutationError extends Error {
  override readonly name = 'MutationError';
}

/** An object that a mutation changes. */
export interface MutatedObject extends PatchedKind {
  readonly object: ApiObject;
  /** The object as policies get it. */
  readonly sent: ApiObject;
  readonly resource: ServedResource;
  /** The object is what a client connects with. */
  readonly isConnection: boolean;
}

/**
 * Applies a mutation to an object, and sets the defaults of what it adds. Throws a {@link MutationError}, and the
 * StatusError of an object that cannot be decoded.
 */
export function applyMutation(
  effect: MutationEffect,
  { object, sent, resource, isConnection, ...target }: MutatedObject,
): ApiObject {
  if (effect.type === 'error') throw new MutationError(effect.error);
  const before = asJson(sent);
  if (effect.type === 'JSONPatch') {
    const patched = patch(before, effect.operations);
    return patched === undefined
      ? object
      : decodePatched(patched, target, !resource.custom || hasOwnKind(target, resource));
  }
  const { apiVersion, kind } = object;
  const merged = merge(schemaOf(target, { resource, isConnection }), before, {
    ...effect.configuration,
    apiVersion,
    kind,
  });
  return decodePatched(merged, target);
}

/** The document after a patch; undefined if a test of the patch fails, so that it is not applied. */
function patch(document: JsonObject, operations: readonly JsonObject[]): JsonValue | undefined {
  try {
    return applyJsonPatch(document, readJsonPatch([...operations], { validated: false }).operations);
  } catch (error) {
    if (!(error instanceof JsonPatchError || error instanceof JsonPatchDecodeError)) throw error;
    if (error instanceof JsonPatchError && error.isFailedTest) return undefined;
    throw new MutationError(`JSON Patch: ${error.message}`);
  }
}

function merge(schema: JsonSchemaProps, before: JsonObject, configuration: JsonObject): JsonObject {
  try {
    return mergeConfiguration(schema, before, configuration);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new MutationError(`error applying patch: ${error.message}`);
  }
}

/** Whether the object is of a kind that belongs to a subresource, such as a Scale. */
function hasOwnKind({ codec }: Pick<PatchedKind, 'codec'>, resource: ServedResource): boolean {
  return codec !== resource.codec;
}

/**
 * The schema for merging. kube-apiserver does not find that of a kind of another group, such as a Scale, or that of the
 * options of a connection.
 */
function schemaOf(
  target: PatchedKind,
  { resource, isConnection }: Pick<MutatedObject, 'resource' | 'isConnection'>,
): JsonSchemaProps {
  if (!hasOwnKind(target, resource)) return resource.schema();
  const { group, version, kind } = target.kind;
  if (group === '' && !isConnection) return serverSchemaOf(`core/${version}.${kind}`);
  const why = `no corresponding type for ${group}/${version}, Kind=${kind}`;
  throw new MutationError(`error applying patch: failed to convert patch object to typed object: ${why}`);
}
