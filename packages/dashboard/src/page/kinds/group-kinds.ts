import type { ServedKind } from '../../protocol/index.ts';

/** Kinds under a heading. */
export interface KindGroup {
  readonly title: string;
  readonly kinds: readonly ServedKind[];
}

/** Groups kinds for the navigation: the project's own first, then by API group, all by name. */
export function groupKinds(kinds: readonly ServedKind[], search: string): KindGroup[] {
  const wanted = search.trim().toLowerCase();
  const matching = kinds
    .filter((kind) => !isServedTwice(kind, kinds))
    .filter((kind) => wanted === '' || namesOf(kind).some((name) => name.includes(wanted)));
  const groups = new Map<string, ServedKind[]>();
  for (const kind of matching.toSorted((a, b) => compare(a.kind, b.kind))) {
    const title = kind.own ? OWN : kind.group === '' ? CORE : kind.group;
    const members = groups.get(title);
    if (members) members.push(kind);
    else groups.set(title, [kind]);
  }
  return [...groups]
    .map(([title, members]) => ({ title, kinds: members }))
    .toSorted((a, b) => rank(a.title) - rank(b.title) || compare(a.title, b.title));
}

/** Events are served in two groups, the same objects in both: one entry is enough. */
function isServedTwice({ group, resource }: ServedKind, kinds: readonly ServedKind[]): boolean {
  return (
    group === 'events.k8s.io' &&
    resource === 'events' &&
    kinds.some((other) => other.group === '' && other.resource === 'events')
  );
}

const OWN = 'This project';
const CORE = 'core';

/** Groups that people look for come first; those of the server itself last. */
const order = [OWN, 'apps', 'batch', CORE, 'networking.k8s.io', 'rbac.authorization.k8s.io'];

function rank(title: string): number {
  const place = order.indexOf(title);
  return place === -1 ? order.length : place;
}

function namesOf({ kind, resource, group, shortNames }: ServedKind): string[] {
  return [kind, resource, group, ...shortNames].map((name) => name.toLowerCase());
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
