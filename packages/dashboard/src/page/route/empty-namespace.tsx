import type { ReactNode } from 'react';
import { EmptyState } from '../parts/message.tsx';
import { Link } from './link.tsx';
import type { Route } from './route.ts';

/** Says that a view has nothing; where that may be because of the chosen namespace, with a link to all of them. */
export function EmptyNamespace({ title, route }: { readonly title: string; readonly route: Route }): ReactNode {
  const { namespace, ...everywhere } = route;
  return (
    <EmptyState title={title}>{namespace !== undefined && <Link to={everywhere}>Show all namespaces</Link>}</EmptyState>
  );
}
