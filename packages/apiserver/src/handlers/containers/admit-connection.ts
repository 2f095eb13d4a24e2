import type { JsonObject } from '@kb/apimachinery';
import type { Call } from '../../context/call.ts';
import { type ConnectionOptionsName, connectionOptionsKind } from './connection-options.ts';
import type { ApiObject } from '../../objects/api-object.ts';
import { admitPosted } from '../../pipelines/admission/admit-posted.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';
import { connectCaller } from '../admission-caller.ts';

/**
 * Runs admission for a connection, before anything else is known of its target. Returns its options as webhooks and
 * policies leave them; a promise only if one of these is asked. Throws the StatusError of a refusal.
 */
export function admitConnection(
  { server, request, endpoint: { resource, subresource, namespace, name } }: Call,
  kindName: ConnectionOptionsName,
  options: JsonObject,
): ApiObject | Promise<ApiObject> {
  const kind = connectionOptionsKind(kindName);
  return admitPosted(server, {
    caller: connectCaller(server, request),
    operation: 'CONNECT',
    resource,
    subresource,
    kind,
    codec: kind.codec,
    namespace,
    name,
    object: kind.codec.decode({ kind: kind.kind, apiVersion: 'v1', ...options }, new DecodeContext()),
    old: undefined,
  });
}
