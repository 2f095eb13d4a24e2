import { failureStatus } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import { parseMediaType } from '../http/media-type.ts';
import { objectReply, type Reply } from '../http/reply.ts';
import { readWriteOptions } from '../http/write-options.ts';
import { handleApply } from './apply.ts';
import type { Call } from './endpoint.ts';
import { trackUpdate } from './managed-fields.ts';
import { patchFunction } from './patch-body.ts';
import { updateObject } from './update-object.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/** The four ways to patch. */
export type PatchType = typeof JSON_PATCH | typeof MERGE_PATCH | typeof STRATEGIC_PATCH | typeof APPLY_PATCH;

/** PATCH of an object, or of a subresource that shows the same object. */
export async function handlePatch(call: Call): Promise<Reply> {
  const { server, request, endpoint } = call;
  const { resource, namespace, name, subresource } = endpoint;
  const type = patchTypeOf(call);
  if (type === APPLY_PATCH) return handleApply(call);
  const body = await request.body();
  const options = readWriteOptions(request, 'PatchOptions');
  const patch = patchFunction(type, body, { resource, options, warn: request.warn });
  const { object } = await updateObject({
    server,
    resource,
    subresource,
    namespace,
    name,
    dryRun: options.dryRun,
    warn: request.warn,
    fromLive: true,
    transform: (live) => trackUpdate(server, resource, subresource, options.manager, live, patch(live)),
  });
  return objectReply(200, resource, object);
}

/** Which way a request patches. Throws the StatusError of one that the endpoint does not know. */
export function patchTypeOf({ request, endpoint }: Pick<Call, 'request' | 'endpoint'>): PatchType {
  const { type } = parseMediaType(request.headers['content-type'] ?? '');
  const { custom } = endpoint.resource;
  if (type === JSON_PATCH || type === MERGE_PATCH || type === APPLY_PATCH || (type === STRATEGIC_PATCH && !custom))
    return type;
  if (!custom)
    refuse(
      failureStatus({ code: 415, reason: 'UnsupportedMediaType', message: '415: Unsupported Media Type', details: {} }),
    );
  const accepted = [JSON_PATCH, MERGE_PATCH, APPLY_PATCH].join(', ');
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted}`;
  return refuse(failureStatus({ code: 415, reason: 'UnsupportedMediaType', message }));
}
