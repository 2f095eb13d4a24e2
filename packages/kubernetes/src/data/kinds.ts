import type { KindData } from './kind-data.ts';
import { readData } from './package-file.ts';

/** The release of Kubernetes that the types and kinds are of, and whose behaviour the embedded API server follows. */
export const KUBERNETES_VERSION = '1.36.3';

let all: readonly KindData[] | undefined;
let byKind: ReadonlyMap<string, KindData> | undefined;
let byPlural: ReadonlyMap<string, KindData> | undefined;

/** Every kind, sorted by group, version and plural. */
export function kinds(): readonly KindData[] {
  all ??= readData('kinds.json') as readonly KindData[];
  return all;
}

/** A kind by group, version and kind, or undefined. The group of core kinds is empty. */
export function findKind(gvk: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}): KindData | undefined {
  byKind ??= new Map(kinds().map((kind) => [`${kind.group}/${kind.version}/${kind.kind}`, kind]));
  return byKind.get(`${gvk.group}/${gvk.version}/${gvk.kind}`);
}

/** A kind by group, version and plural, or undefined. */
export function findKindByPlural(gvr: {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}): KindData | undefined {
  byPlural ??= new Map(kinds().map((kind) => [`${kind.group}/${kind.version}/${kind.plural}`, kind]));
  return byPlural.get(`${gvr.group}/${gvr.version}/${gvr.plural}`);
}
