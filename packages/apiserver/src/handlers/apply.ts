import { applyManaged, badRequest, conflict, conflictStatus, type JsonObject } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { objectReply, type Reply } from '../http/reply.ts';
import { readWriteOptions, type WriteOptions } from '../http/write-options.ts';
import { type ApiObject, asJson, type FrozenObject, own } from '../resources/api-object.ts';
import { groupResource } from '../resources/served-resource.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { readApplyBody } from './apply-body.ts';
import { createObject } from './create-object.ts';
import type { Call } from './endpoint.ts';
import { decodeOrRefuse } from './read-object.ts';
import { timeOf } from './time-of.ts';
import { updateObject } from './update-object.ts';

/** Server-side apply: PATCH with `application/apply-patch+yaml`. */
export async function handleApply(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name, subresource } = endpoint;
  const options = readWriteOptions(request, 'PatchOptions', true);
  const config = await readApplyBody(request, options.fieldValidation);
  const { object, created } = await updateObject({
    server,
    resource,
    subresource,
    namespace,
    name,
    dryRun: options.dryRun,
    warn: request.warn,
    fromLive: true,
    transform: (live) => merge(call, config, options, live),
    // A subresource cannot come before its object.
    ...(subresource === undefined && { whenMissing: () => createFromApply(call, config, options) }),
  });
  return objectReply(created ? 201 : 200, resource, object);
}

function createFromApply(call: Call, config: JsonObject, options: WriteOptions): FrozenObject {
  const { server, request, endpoint } = call;
  const { resource, namespace, name } = endpoint;
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
  const object = merge(call, config, options, undefined);
  const { metadata } = object;
  if (!metadata.name)
    refuse(badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`));
  if (metadata.name !== name)
    refuse(badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`));
  delete metadata.resourceVersion;
  return createObject({ server, resource, namespace, object, options, warn: request.warn, managed: true });
}

/** The live object with what is applied, decoded and defaulted. */
function merge(
  { server, endpoint }: Call,
  config: JsonObject,
  { manager, force }: WriteOptions,
  live: FrozenObject | undefined,
): ApiObject {
  const { resource, subresource } = endpoint;
  const result = applyManaged({
    ...resource.managedEndpoint(subresource),
    live: live && asJson(live),
    config,
    manager,
    force,
    now: timeOf(server),
  });
  if (!result.object) return refuse(conflictStatus(result.conflicts));
  return decodeOrRefuse(() => resource.codec.decode(result.object, new DecodeContext({ keepNulls: true })), resource);
}
