import type { KindData } from '@kb/kubernetes/data';
import type { ObjectCodec, ServedResource } from '../../resources/served-resource.ts';
import { builtInCodec } from './built-in-codec.ts';
import type { BuiltInVersion } from './built-in-kind.ts';

/** A kind that clients post to a subresource, and that is never stored. */
export interface PostedKind extends Pick<ServedResource, 'group' | 'version' | 'apiVersion' | 'kind' | 'custom'> {
  /** The Go type, such as `policy/v1.Eviction`. */
  readonly type: KindData['type'];
  readonly codec: ObjectCodec;
}

/** Creates a {@link PostedKind} in version `v1`. */
export function postedKind(
  { group, kind, type }: Pick<PostedKind, 'group' | 'kind' | 'type'>,
  defaults?: NonNullable<BuiltInVersion['defaults']>,
): PostedKind {
  const apiVersion = group === '' ? 'v1' : `${group}/v1`;
  const codec = builtInCodec({ type }, { ...(defaults && { defaults }) });
  return { group, version: 'v1', apiVersion, kind, type, custom: false, codec };
}
