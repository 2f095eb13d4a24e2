import type { KindData } from '@kb/kubernetes/data';
import { builtInCodec } from '../../kinds/shared/built-in-codec.ts';
import type { ReadableKind } from '../bodies/read-object.ts';

/** A Binding, which is never kept. */
export const bindingKind: ReadableKind = posted('', 'Binding', { type: 'core/v1.Binding' });

/** An Eviction, which is never kept. */
export const evictionKind: ReadableKind = posted('policy', 'Eviction', { type: 'policy/v1.Eviction' });

function posted(group: string, kind: string, data: Pick<KindData, 'type'>): ReadableKind {
  const apiVersion = group === '' ? 'v1' : `${group}/v1`;
  return { group, version: 'v1', apiVersion, kind, custom: false, codec: builtInCodec(data, undefined) };
}
