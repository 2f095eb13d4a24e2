import type { ObjectMeta } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import type { FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from './served-resource.ts';

/** Returns an empty object as kube-apiserver sends it: in bookmarks, and in dry runs that end between two writes. */
export function emptyObjectOf(
  { apiVersion, kind, custom, codec, emptyFields }: ServedResource,
  metadata: Partial<ObjectMeta> = {},
): FrozenObject {
  if (custom) return { apiVersion, kind, metadata };
  return deepFreeze(codec.encode({ kind, apiVersion, metadata, ...emptyFields }));
}
