import { conflict } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import { objectReply, type Reply } from '../answers/reply.ts';
import type { WriteOptions } from '../http/write-options.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import { createObject } from '../pipelines/create-object.ts';
import type { Call } from '../context/call.ts';
import { trackUpdate } from '../pipelines/managed-fields.ts';
import { uidMismatch } from '../pipelines/preconditions.ts';
import { authorizeCreation } from './authorize-creation.ts';
import { writeCaller } from './admission-caller.ts';
import { readWrite } from './bodies/read-document.ts';
import { decodeObject, decodeSent } from './bodies/read-object.ts';
import { noPause, type Pause, pauseForBody } from '../pipelines/large-writes.ts';
import { checkIdentity } from '../pipelines/check-identity.ts';
import { updateObject } from '../pipelines/update-object.ts';

/** Handles PUT of an object, or of a subresource that shows the same object (`status`, `finalize`). */
export async function handleUpdate({ server, request, endpoint }: Call): Promise<Reply> {
  const { resource, namespace, name, subresource } = endpoint;
  const { document, options } = await readWrite(request, resource, 'UpdateOptions');
  const pause = pauseForBody(server, resource, document.source);
  if (pause !== noPause) await pause();
  const decode = (): ApiObject => decodeObject(document, resource, options.fieldValidation, request.warn);
  // Mistakes in the body are reported first. An attempt changes its object, so each needs a new one.
  const first = decodeSent(request, document, resource, options.fieldValidation);
  checkIdentity(first, endpoint);
  let decoded: ApiObject | undefined = first;
  if (pause !== noPause) await pause();
  const { object: result, created } = await updateObject({
    server,
    resource,
    subresource,
    namespace,
    name,
    dryRun: options.dryRun,
    warn: request.warn,
    caller: writeCaller(server, request, 'UpdateOptions'),
    pause,
    transform: (live) => {
      const object = decoded ?? decode();
      decoded = undefined;
      checkUid(object, live, resource, options);
      return trackUpdate({ server, resource, subresource, manager: options.manager }, live, object);
    },
    ...(resource.strategy.createOnUpdate &&
      (subresource === undefined || subresource === 'status') && {
        whenMissing: () => createFromUpdate({ server, request, endpoint }, decode(), options, pause),
      }),
  });
  return objectReply(created ? 201 : 200, resource, result);
}

function checkUid(
  { metadata }: ApiObject,
  live: FrozenObject,
  resource: ServedResource,
  { dryRun }: WriteOptions,
): void {
  if (metadata.uid && metadata.uid !== live.metadata.uid) {
    const why = uidMismatch(resource, live, metadata.uid, dryRun);
    refuse(conflict(groupResource(resource), live.metadata.name ?? '', why));
  }
}

function createFromUpdate(
  { server, request, endpoint }: Call,
  object: ApiObject,
  options: WriteOptions,
  pause: Pause,
): FrozenObject | Promise<FrozenObject> {
  const { resource, namespace, name, subresource } = endpoint;
  const { metadata } = object;
  if (metadata.uid) {
    const absent = { ...object, metadata: { name, ...(namespace && { namespace }), uid: '' } };
    refuse(conflict(groupResource(resource), name, uidMismatch(resource, absent, metadata.uid, options.dryRun)));
  }
  const { warn } = request;
  const caller = writeCaller(server, request, 'CreateOptions');
  const write = { server, resource, subresource, namespace, object, options, warn, caller, pause };
  const authorize = authorizeCreation({ server, request, endpoint });
  return createObject({ ...write, anyVersion: true, authorize });
}
