import type { ReactNode } from 'react';
import { formatRoute, type Route } from './route.ts';

/** A link within the page. */
export function Link(properties: {
  readonly to: Route;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly current?: boolean;
  readonly title?: string;
  readonly tabIndex?: number;
}): ReactNode {
  const { to, children, className, current, title, tabIndex } = properties;
  return (
    <a
      href={formatRoute(to)}
      className={className}
      aria-current={current ? 'page' : undefined}
      title={title}
      tabIndex={tabIndex}
    >
      {children}
    </a>
  );
}
