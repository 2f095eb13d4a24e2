import type { ReactNode } from 'react';
import type { KindRef, ObjectRef } from '../../protocol/index.ts';
import { useCluster } from '../cluster/use-cluster.ts';
import { Link } from '../route/link.tsx';
import { useRoute } from '../route/location.ts';
import type { ObjectRoute, Route } from '../route/route.ts';
import { useStore } from '../store/use-store.ts';
import { kindOfGroupKind } from './find-kind.ts';

/** The route of an object; namespace and time of the page stay. */
export function objectRoute({ kind, namespace, name }: ObjectRef, from: Route, tab?: string): ObjectRoute {
  return {
    view: 'object',
    group: kind.group,
    version: kind.version,
    resource: kind.resource,
    name,
    ...(namespace !== undefined && { objectNamespace: namespace }),
    ...(from.namespace !== undefined && { namespace: from.namespace }),
    ...(from.at !== undefined && { at: from.at }),
    ...(tab !== undefined && { tab }),
  };
}

/** A link to an object: its name, or what it contains. */
export function ObjectLink(properties: { readonly to: ObjectRef; readonly children?: ReactNode }): ReactNode {
  const { to, children } = properties;
  const route = useRoute();
  return <Link to={objectRoute(to, route)}>{children ?? to.name}</Link>;
}

/** A link to an object of which only kind and group are known; without a link when the kind is not served. */
export function NamedObject(properties: {
  /** `Widget.example.com`, or the kind alone. */
  readonly groupKind?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name: string;
}): ReactNode {
  const { groupKind, namespace, name } = properties;
  const kinds = useStore(useCluster().kinds) ?? [];
  const kind: KindRef | undefined =
    groupKind === undefined
      ? undefined
      : (kindOfGroupKind(kinds, groupKind) ?? kinds.find((one) => one.kind === groupKind));
  const text = namespace === undefined ? name : `${namespace}/${name}`;
  if (!kind) return <span>{text}</span>;
  return <ObjectLink to={{ kind, name, ...(namespace !== undefined && { namespace }) }}>{text}</ObjectLink>;
}
