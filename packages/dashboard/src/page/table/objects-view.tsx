import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ServedKind } from '../../protocol/index.ts';
import { useCluster } from '../cluster/use-cluster.ts';
import { groupKind, kindRef } from '../kinds/find-kind.ts';
import { objectRoute } from '../kinds/object-link.tsx';
import { Button } from '../parts/button.tsx';
import { EmptyState, FailureMessage, Loading } from '../parts/message.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { Toolbar } from '../parts/toolbar.tsx';
import { Link } from '../route/link.tsx';
import { go, replaceRoute } from '../route/location.ts';
import type { ObjectsRoute } from '../route/route.ts';
import { useStore } from '../store/use-store.ts';
import { arrange } from './arrange-rows.ts';
import { shownColumns } from './columns.ts';
import { ObjectsGrid } from './objects-grid.tsx';
import styles from './objects-view.module.css';
import { useRowTable } from './use-row-table.ts';

/** The last position of the cursor in each table, by kind. */
const cursors = new Map<string, string>();

/** The objects of a kind, live. */
export function ObjectsView(properties: {
  readonly kind: ServedKind;
  readonly route: ObjectsRoute;
  /** What can be done with the kind, such as creating an object. */
  readonly actions?: ReactNode;
}): ReactNode {
  const { kind, route, actions } = properties;
  const { rows, failure } = useRowTable({ kind: kindRef(kind), namespace: route.namespace, at: route.at });
  const failed = useStore(failure);
  const view = useStore(rows.view);
  const wide = route.wide === true;
  const withNamespace = kind.namespaced && route.namespace === undefined;
  const columns = useMemo(
    () => shownColumns(view.columns, { wide, withNamespace }),
    [view.columns, wide, withNamespace],
  );
  const { filter = '', sort = '' } = route;
  useEffect(() => {
    rows.arrange(arrange(columns, filter, sort));
  }, [rows, columns, filter, sort]);

  const name = groupKind(kind);
  const [cursor, setCursor] = useState(cursors.get(name));
  const choose = (uid: string): void => {
    cursors.set(name, uid);
    setCursor(uid);
  };
  const open = useOpen(kind, route, rows, choose);
  const hasWide = view.columns.some(({ priority }) => priority > 0);
  const where = route.namespace !== undefined && kind.namespaced ? ` in ${route.namespace}` : '';

  return (
    <section className={styles['view']} aria-label={kind.kind}>
      <Toolbar>
        <h1 className={styles['title']}>
          {kind.kind}
          <span className={styles['count']} role="status">
            {filter === '' ? view.total : `${view.uids.length} of ${view.total}`}
          </span>
        </h1>
        <Filter route={route} />
        {hasWide && (
          <Button
            pressed={wide}
            onPress={() => {
              const { wide: _, ...rest } = route;
              replaceRoute(wide ? rest : { ...route, wide: true });
            }}
          >
            All columns
          </Button>
        )}
        {actions}
      </Toolbar>
      {failed && <FailureMessage failure={failed} />}
      {failed?.code === 403 && <OwnNamespace kind={kind} route={route} />}
      {!failed && !view.complete && view.total === 0 && <Loading what={kind.resource} />}
      {!failed && view.complete && view.total === 0 && (
        <EmptyState title={`No ${kind.resource}${where}`}>They appear here as soon as they are created.</EmptyState>
      )}
      {!failed && view.total > 0 && view.uids.length === 0 && (
        <EmptyState title="Nothing passes the filter">
          {view.total} {kind.resource} do not have “{filter}” in their columns. Esc in the field clears it.
        </EmptyState>
      )}
      {!failed && view.uids.length > 0 && (
        <ObjectsGrid
          label={`${kind.kind} objects`}
          rows={rows}
          view={view}
          columns={columns}
          sort={sort}
          onSort={(next) => {
            replaceRoute({ ...route, sort: next });
          }}
          cursor={cursor}
          operatorKind={route.at === undefined ? name : undefined}
          onCursor={choose}
          onOpen={open}
        />
      )}
    </section>
  );
}

/** Who may not list all namespaces may perhaps list that of the kubeconfig. */
function OwnNamespace({ kind, route }: { readonly kind: ServedKind; readonly route: ObjectsRoute }): ReactNode {
  const session = useStore(useCluster().session);
  if (!kind.namespaced || route.namespace !== undefined || session === undefined) return null;
  const { namespace } = session;
  return (
    <p className={styles['advice']}>
      <Link to={{ ...route, namespace }}>Show those of {namespace} only</Link>
    </p>
  );
}

/** Opens an object; the same function as long as the table is the same, so that rows need not render again. */
function useOpen(
  kind: ServedKind,
  route: ObjectsRoute,
  rows: ReturnType<typeof useRowTable>['rows'],
  choose: (uid: string) => void,
): (uid: string) => void {
  const latest = useRef({ kind, route, rows, choose });
  useEffect(() => {
    latest.current = { kind, route, rows, choose };
  });
  return useRef((uid: string) => {
    const now = latest.current;
    const row = now.rows.entry(uid)?.row;
    if (!row) return;
    now.choose(uid);
    const ref = { kind: now.kind, name: row.name, ...(row.namespace !== undefined && { namespace: row.namespace }) };
    go(objectRoute(ref, now.route));
  }).current;
}

function Filter({ route }: { readonly route: ObjectsRoute }): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => field.current?.focus() });
  const change = (filter: string): void => {
    replaceRoute({ ...route, filter });
  };
  return (
    <TextField
      ref={field}
      label="Filter"
      placeholder="Filter  /"
      type="search"
      value={route.filter ?? ''}
      onChange={change}
      className={styles['filter']}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('');
        if (event.key === 'Escape' || event.key === 'Enter' || event.key === 'ArrowDown') event.currentTarget.blur();
      }}
    />
  );
}
