import { defineResource } from '@kb/apimachinery';
import type { UntypedObject, UntypedResource } from '@kb/client';
import type { KindRef, ObjectRef } from '../../protocol/index.ts';

/** Returns the client's handle of a kind. */
export function resourceOf({ group, version, kind, resource, namespaced }: KindRef): UntypedResource {
  return defineResource<UntypedObject>({ group, version, kind, plural: resource, namespaced });
}

/** The field selector of objects with a name. */
export function nameSelector(name: string): string {
  return `metadata.name=${escapeSelector(name)}`;
}

/** Escapes a value of a field selector. */
export function escapeSelector(value: string): string {
  return value.replace(/[\\,=]/g, String.raw`\$&`);
}

/** The identity of a kind with its version, for maps. */
export function kindId({ group, version, resource }: KindRef): string {
  return `${group}/${version}/${resource}`;
}

/** Whether objects of a kind are Secrets, whose values are hidden. */
export function isSecretKind({ group, resource }: Pick<KindRef, 'group' | 'resource'>): boolean {
  return group === '' && resource === 'secrets';
}

/** The identity of an object, for maps. */
export function refId({ kind, namespace, name }: ObjectRef): string {
  return `${kindId(kind)}/${namespace ?? ''}/${name}`;
}
