import type { KindRef, ServedKind } from '../../protocol/index.ts';
import type { KindPath } from '../route/route.ts';

/** The served kind of a path. A version that is not the preferred one may be served too: the server says so. */
export function findKind(kinds: readonly ServedKind[], path: KindPath): ServedKind | undefined {
  const kind = kinds.find(({ group, resource }) => group === path.group && resource === path.resource);
  return kind && { ...kind, version: path.version };
}

/** `Deployment.apps`: kind and group, as in messages of Kubernetes. */
export function groupKind({ group, kind }: Pick<KindRef, 'group' | 'kind'>): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** The served kind of a group and kind (`Widget.example.com`). */
export function kindOfGroupKind(kinds: readonly ServedKind[], name: string): ServedKind | undefined {
  return kinds.find((kind) => groupKind(kind) === name);
}

/** The part of a served kind that names it to the server. */
export function kindRef({ group, version, kind, resource, namespaced }: KindRef): KindRef {
  return { group, version, kind, resource, namespaced };
}
