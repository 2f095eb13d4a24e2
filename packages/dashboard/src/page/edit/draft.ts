import type { CallResult, ServedKind, ShownObject, Write } from '../../protocol/index.ts';

/** How a draft is written. */
export type DraftMode = 'create' | 'update' | 'apply';

/** The answer to a dry run. */
export type DryRun = Extract<CallResult, { readonly do: 'dry-run' }>;

/** The write of a draft. An apply leaves out the fields that the server sets: no field manager may own them. */
export function writeOf(object: ShownObject, how: DraftMode, force: boolean): Write {
  if (how !== 'apply') return { verb: how, object: withoutManagedFields(object) };
  const {
    metadata,
    status: _status,
    ...rest
  }: ShownObject & { readonly status?: unknown } = withoutManagedFields(object);
  const { resourceVersion: _, uid: _uid, creationTimestamp: _created, generation: _generation, ...kept } = metadata;
  return { verb: 'apply', object: unfinished({ ...rest, metadata: kept }), force };
}

/** A new object to begin with. */
export function newObject(kind: ServedKind, namespace: string): ShownObject {
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  const metadata = { name: '', ...(kind.namespaced && { namespace }) };
  return unfinished({ apiVersion, kind: kind.kind, metadata });
}

function withoutManagedFields(object: ShownObject): ShownObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}

/** What the server sets (uid, resource version, time of creation) is missing in a draft. */
function unfinished(object: Pick<ShownObject, 'apiVersion' | 'kind'> & { readonly metadata: object }): ShownObject {
  return object as ShownObject;
}
