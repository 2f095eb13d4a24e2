import { type ApplyInput, isNotFound, type KubernetesObject, type ObjectKey } from '@kb/apimachinery';
import {
  type Patch,
  type PatchOperation,
  uncheckedPatchValue,
  type UntypedObject,
  type UntypedResource,
  type WriteOptions,
} from '@kb/client';
import type { ShownObject, Write } from '../../protocol/index.ts';
import { resourceOf } from '../cluster/resource-of.ts';
import { hasHiddenValues, isSecret } from '../secrets/hide-secret.ts';
import { type CallContext, FIELD_MANAGER } from './call-context.ts';

/** A write that was sent, or tried. */
export interface WrittenObject {
  readonly object: KubernetesObject;
  readonly warnings: readonly string[];
}

/** Sends a write to the API server; with `dryRun`, it stores nothing. Rejects with the server's own words. */
export async function writeObject(
  context: CallContext,
  write: Write,
  signal: AbortSignal,
  dryRun: boolean,
): Promise<WrittenObject> {
  const warnings: string[] = [];
  const onWarning = (text: string): void => void warnings.push(text);
  const options: WriteOptions = { fieldManager: FIELD_MANAGER, fieldValidation: 'Strict', dryRun, signal, onWarning };
  return { object: await send(context, write, options), warnings };
}

async function send(context: CallContext, write: Write, options: WriteOptions): Promise<KubernetesObject> {
  const { client } = context;
  if (write.verb === 'patch') {
    const { resource, key } = targetOf(write);
    return client.patch(resource, key, patchOf(write), options);
  }
  const { resource, object } = await prepare(context, write.object);
  switch (write.verb) {
    case 'create':
      return client.create(resource, object, options);
    case 'update':
      return client.update(resource, object, options);
    case 'apply':
      return client.apply(resource, wantedOf(object), { ...options, force: write.force });
  }
}

/** Reads the object as it is before a write; undefined if it does not exist. */
export async function readBefore(
  context: CallContext,
  write: Write,
  signal: AbortSignal,
): Promise<KubernetesObject | undefined> {
  const { client } = context;
  if (write.verb === 'create') return undefined;
  const { resource, key } = write.verb === 'patch' ? targetOf(write) : await targetOfObject(context, write.object);
  try {
    return await client.get(resource, key, { signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The API server checks what is in a patch. */
function patchOf({ patch, as }: Extract<Write, { verb: 'patch' }>): Patch<UntypedObject> {
  return as === 'json'
    ? { type: 'json', operations: patch as readonly PatchOperation[] }
    : { type: 'merge', value: uncheckedPatchValue(patch as object) };
}

function targetOf({ ref }: Extract<Write, { verb: 'patch' }>): { resource: UntypedResource; key: ObjectKey } {
  return { resource: resourceOf(ref.kind), key: keyOfRef(ref) };
}

async function targetOfObject(
  context: CallContext,
  shown: ShownObject,
): Promise<{ resource: UntypedResource; key: ObjectKey }> {
  const { resource, object } = await prepare(context, shown);
  return { resource, key: keyOfRef(object.metadata) };
}

/** The key of a reference. */
export function keyOfRef({ namespace, name }: { readonly namespace?: string; readonly name: string }): ObjectKey {
  return { name, ...(namespace !== undefined && { namespace }) };
}

/** Finds the kind of an object, and completes its namespace. */
async function prepare(
  { mapper, namespace }: CallContext,
  shown: ShownObject,
): Promise<{ resource: UntypedResource; object: UntypedObject }> {
  if (isSecret(shown) && hasHiddenValues(shown))
    throw new Error('Values of this Secret are hidden: show them before you write it, or they are lost.');
  const resource = await mapper.resourceOf(shown);
  const { metadata } = shown;
  const placed = resource.namespaced && !metadata.namespace ? { ...metadata, namespace } : metadata;
  return { resource, object: { ...shown, metadata: placed } };
}

/** An apply has only what its manager wants, not what the server sets. */
function wantedOf(object: UntypedObject): ApplyInput<UntypedObject> {
  const { name, namespace, uid, labels, annotations, ownerReferences, finalizers } = object.metadata;
  const metadata = {
    name,
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(ownerReferences && { ownerReferences }),
    ...(finalizers && { finalizers }),
  };
  return { ...object, metadata };
}
