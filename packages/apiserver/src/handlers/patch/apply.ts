import { badRequest, conflict, genericError, type JsonObject } from '@kb/apimachinery';
import { applyManaged, type ApplyManagedResult, conflictStatus } from '@kb/apimachinery/managed-fields';
import { refuse } from '../../refuse.ts';
import { objectReply, type Reply } from '../../answers/reply.ts';
import { readWriteOptions, type WriteOptions } from '../../http/write-options.ts';
import { type ApiObject, asJson, type FrozenObject, own, stringOf } from '../../objects/api-object.ts';
import { groupResource, type ServedResource } from '../../resources/served-resource.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { DecodeError } from '../../serializer/decode-error.ts';
import { markStoredDifferently } from '../../storage/stored-differently.ts';
import { authorizeCreation } from '../authorize-creation.ts';
import { writeCaller } from '../admission-caller.ts';
import { readApplyBody } from '../bodies/apply-body.ts';
import { createObject } from '../../pipelines/create-object.ts';
import { afterPause, noPause, type Pause, pauseForBody } from '../../pipelines/large-writes.ts';
import type { Call } from '../../context/call.ts';
import { timeOf } from '../../pipelines/time-of.ts';
import { updateObject } from '../../pipelines/update-object.ts';

/** Server-side apply: PATCH with `application/apply-patch+yaml`. */
export async function handleApply(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name, subresource } = endpoint;
  const options = readWriteOptions(request, 'PatchOptions', true);
  request.audit?.sentPatch(await request.body());
  const config = await readApplyBody(request, options.fieldValidation);
  const pause = pauseForBody(server, resource, await request.body());
  if (pause !== noPause) await pause();
  const { object, created } = await updateObject({
    server,
    resource,
    subresource,
    namespace,
    name,
    dryRun: options.dryRun,
    warn: request.warn,
    caller: writeCaller(server, request, 'UpdateOptions'),
    fromLive: true,
    applies: true,
    pause,
    transform: (live, _stored, pause) => {
      const merged = merge(call, config, options, live);
      return afterPause(pause, () => {
        const object = decodeMerged(call, config, merged, live);
        // An explicit null, which differs from a missing value.
        if (own(config.metadata, 'resourceVersion') === '') object.metadata.resourceVersion = '';
        return object;
      });
    },
    ...(createsFrom(subresource, resource) && { whenMissing: () => createFromApply(call, config, options, pause) }),
  });
  return objectReply(created ? 201 : 200, resource, object);
}

/**
 * A subresource cannot be applied before its object exists, except for the status of kinds whose updates can create.
 */
function createsFrom(subresource: string | undefined, { strategy }: ServedResource): boolean {
  return subresource === undefined || (subresource === 'status' && strategy.createOnUpdate);
}

function createFromApply(
  call: Call,
  config: JsonObject,
  options: WriteOptions,
  pause: Pause,
): FrozenObject | Promise<FrozenObject> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name, subresource } = endpoint;
  const object = decodeMerged(call, config, merge(call, config, options, undefined), undefined);
  const uid = own(config.metadata, 'uid');
  if (typeof uid === 'string' && uid !== '') {
    refuse(
      conflict(
        groupResource(resource),
        name,
        `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
      ),
    );
  }
  const { metadata } = object;
  if (!metadata.name)
    refuse(badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`));
  if (metadata.name !== name)
    refuse(badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`));
  const { warn } = request;
  const caller = writeCaller(server, request, 'CreateOptions');
  const write = { server, resource, subresource, namespace, object, options, warn, caller, pause };
  return createObject({ ...write, managed: true, anyVersion: true, authorize: authorizeCreation(call) });
}

type MergedObject = Extract<ApplyManagedResult, { readonly object: JsonObject }>;

/** Merges the applied object into the live one. */
function merge(
  { server, endpoint }: Call,
  config: JsonObject,
  { manager, force }: WriteOptions,
  live: FrozenObject | undefined,
): MergedObject {
  const { resource, subresource } = endpoint;
  const result = applyManaged({
    ...resource.managedEndpoint(subresource),
    live: live && asJson(live),
    config,
    manager,
    force,
    now: timeOf(server),
  });
  return result.object === undefined ? refuse(conflictStatus(result.conflicts)) : result;
}

/**
 * Decodes the merged object, with defaults. Where only managed fields have changed, it is the live object, which is
 * decoded, and gets no defaults that its version has and the stored one has not.
 */
function decodeMerged(
  { endpoint: { resource, subresource } }: Call,
  config: JsonObject,
  { object, changed }: MergedObject,
  live: FrozenObject | undefined,
): ApiObject {
  if (live && !changed) return resource.codec.encode(object as ApiObject & JsonObject);
  return decodeApplied(object, config, resource, subresource);
}

/**
 * Decodes the merged object as its kind. A value with the right type for server-side apply may still not fit the kind's
 * Go type.
 */
function decodeApplied(
  object: JsonObject,
  config: JsonObject,
  resource: ServedResource,
  subresource: string | undefined,
): ApiObject {
  try {
    const context = new DecodeContext({ asApplied: true, fromMap: !resource.custom });
    const decoded = resource.codec.decode(object, context);
    if (isStoredAsApplied(resource, subresource, context.coercedFields)) markStoredDifferently(decoded, object);
    return decoded;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const { apiVersion, kind } = resource;
    const type = `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`;
    const what = `${describeText(config, 'namespace')}/${describeText(config, 'name')}; ${type}`;
    return refuse(
      genericError(
        `failed to convert new object (${what}) to proper version: unable to convert unstructured object to ${type}: ${error.message}`,
      ),
    );
  }
}

/**
 * Whether a custom object is stored as it was applied, and not as it is read: in the storage version it is not
 * converted.
 */
function isStoredAsApplied(
  { custom, version, storage, strategy }: ServedResource,
  subresource: string | undefined,
  coerced: readonly string[],
): boolean {
  if (!custom || version !== storage.version) return false;
  if (subresource === 'status') return coerced.includes('status');
  return coerced.some((field) => field !== 'status' || strategy.status === undefined);
}

function describeText(config: JsonObject, field: 'name' | 'namespace'): string {
  return stringOf(own(config.metadata, field));
}
