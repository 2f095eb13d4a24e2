import type { Kind } from '../model/model.ts';
import type { TypeTexts } from './apply-type.ts';
import { apiVersionOf, type KindNames } from './group-version-names.ts';
import { quote } from './source-text.ts';
import { aliasOf, constantOf, literalConstant, withArguments } from './type-layout.ts';

/** What the declarations of a kind need to know. */
export interface KindDescription {
  readonly kind: Kind;
  readonly plural: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly names: KindNames;
}

/**
 * Prints the declarations of a kind except those for server-side apply: its constant, its resource handle, its list
 * type and its type in caches.
 */
export function kindBlocks(texts: TypeTexts, { kind, plural, listKind, namespaced, names }: KindDescription): string[] {
  const { group, version } = kind.groupVersion;
  const { handle, kindConstant, cachedType, listType } = names;
  const { scaleSubresource, statusSubresource } = kind.facts;
  const source = texts.sourceOf(kind.type);
  const apiVersion = apiVersionOf(kind.groupVersion);
  const identity = [`group: ${quote(group)}`, `version: ${quote(version)}`, `kind: ${quote(kind.name)}`];
  const resource = `plural: ${quote(plural)}`;
  const subresources = [...(scaleSubresource ? [`'scale'`] : []), ...(statusSubresource ? [`'status'`] : [])];
  const facts = [...identity, resource, `namespaced: ${namespaced}`];
  if (subresources.length > 0) facts.push(`subresources: [${subresources.join(', ')}]`);
  const applied = texts.applyNameOf(kind.type) ?? `kb.ApplyKind<${source}>`;
  const handleType = withArguments(namespaced ? 'kb.Resource' : 'kb.ClusterResource', [
    source,
    applied,
    ...(subresources.length > 0 ? [subresources.join(' | ')] : []),
  ]);
  const blocks = [
    `/** The kind ${kind.name} of ${apiVersion}. */\n${literalConstant(kindConstant, [...identity, `listKind: ${quote(listKind)}`, resource])}\n`,
    `/** The resource ${plural} of ${apiVersion}: what every verb of a client takes first. */\n${constantOf(handle, handleType, 'kb.defineResource', facts)}\n`,
    `/** ${kind.name} as caches hand it out. */\n${aliasOf(cachedType, `kb.DeepReadonly<${source}>`)}\n`,
  ];
  if (listType !== undefined) {
    blocks.push(`/** What a list of ${plural} answers. */\n${aliasOf(listType, `kb.KubernetesList<${source}>`)}\n`);
  }
  return blocks;
}
