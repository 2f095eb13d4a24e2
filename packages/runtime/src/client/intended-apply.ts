import { apiVersionOf, type Resource } from '@kb/apimachinery';
import type { FieldOwner } from './owned-fields.ts';

/** An apply that is about to be sent, as it is remembered. */
export interface IntendedApply {
  readonly owner: FieldOwner;
  /** What would be sent. */
  readonly body: object;
  /** The body as JSON. */
  readonly text: string;
}

/** Returns the owner of the fields that are applied to a resource as `manager`. */
export function fieldOwnerOf(
  resource: Pick<Resource, 'group' | 'version'>,
  manager: string,
  subresource?: string,
): FieldOwner {
  return { manager, subresource, apiVersion: apiVersionOf(resource) };
}

/** Whether two field owners are the same. */
export function isSameOwner(a: FieldOwner, b: FieldOwner): boolean {
  return a.manager === b.manager && a.subresource === b.subresource && a.apiVersion === b.apiVersion;
}

/**
 * Returns the part of an applied object that can be in an entry of managed fields: without its type, name and identity,
 * which are never owned.
 */
export function ownedPartOf(body: object): object {
  const { apiVersion: _, kind: __, metadata, ...rest }: Record<string, unknown> = { ...body };
  const {
    name: _1,
    namespace: _2,
    uid: _3,
    ...tracked
  }: Record<string, unknown> = { ...(metadata as object | undefined) };
  return Object.values(tracked).some((value) => value !== undefined) ? { ...rest, metadata: tracked } : rest;
}
