import { objectReply, type Reply } from '../../answers/reply.ts';
import { readWriteOptions } from '../../http/write-options.ts';
import { writeCaller } from '../admission-caller.ts';
import { handleApply } from './apply.ts';
import type { Call } from '../../context/call.ts';
import { trackUpdate } from '../../pipelines/managed-fields.ts';
import { afterPause, pauseForBody } from '../../pipelines/large-writes.ts';
import { patchFunction } from './patch-function.ts';
import { patchTypeOf } from './patch-type.ts';
import { updateObject } from '../../pipelines/update-object.ts';

/** Handles PATCH of an object, or of a subresource that shows the same object. */
export async function handlePatch(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name, subresource } = endpoint;
  const type = patchTypeOf(call);
  if (type === 'application/apply-patch+yaml') return handleApply(call);
  const body = await request.body();
  const options = readWriteOptions(request, 'PatchOptions');
  request.audit?.sentPatch(body);
  const patch = patchFunction(type, body, { resource, registry: server.registry, options, warn: request.warn });
  const { object } = await updateObject({
    server,
    resource,
    subresource,
    namespace,
    name,
    dryRun: options.dryRun,
    warn: request.warn,
    caller: writeCaller(server, request, 'UpdateOptions'),
    fromLive: true,
    pause: pauseForBody(server, resource, body),
    transform: (live, _stored, pause) => {
      const patched = patch(live);
      const write = { server, resource, subresource, manager: options.manager };
      return afterPause(pause, () => trackUpdate(write, live, patched));
    },
  });
  return objectReply(200, resource, object);
}
