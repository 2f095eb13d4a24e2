import type { JsonObject } from '@kb/apimachinery';
import { type ApiObject, asJson } from '../../objects/api-object.ts';
import type { GroupVersionKind, ObjectCodec } from '../../resources/served-resource.ts';
import { namedGoType } from '../../serializer/compile-go-type.ts';
import { DecodeContext } from '../../serializer/decode-context.ts';

/** What a client connects with: read from the query, judged by admission, and never stored. */
export interface ConnectionOptionsKind extends GroupVersionKind {
  readonly codec: ObjectCodec;
}

/** The names of the kinds. */
export type ConnectionOptionsName =
  | 'PodExecOptions'
  | 'PodAttachOptions'
  | 'PodPortForwardOptions'
  | 'PodProxyOptions'
  | 'ServiceProxyOptions'
  | 'NodeProxyOptions';

const kinds = new Map<ConnectionOptionsName, ConnectionOptionsKind>();

/** Returns the kind of the options of a connection. They have no metadata, but inside the server every object has. */
export function connectionOptionsKind(kind: ConnectionOptionsName): ConnectionOptionsKind {
  let found = kinds.get(kind);
  if (found !== undefined) return found;
  const type = `core/v1.${kind}` as const;
  found = {
    group: '',
    version: 'v1',
    kind,
    codec: {
      decode: (value, context) =>
        ({ ...(namedGoType(type).decode(value, context) as JsonObject), metadata: {} }) as unknown as ApiObject,
      // The Go type has no metadata, so they are dropped.
      encode: (object) => namedGoType(type).decode(asJson(object), new DecodeContext()) as ApiObject,
    },
  };
  kinds.set(kind, found);
  return found;
}
