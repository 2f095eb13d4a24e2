import type { ReactNode } from 'react';
import { useCluster } from '../cluster/use-cluster.ts';
import type { ObjectRef, ServedKind } from '../../protocol/index.ts';
import { HistoryView } from '../history/history-view.tsx';
import { usePastTime } from '../history/live-history.ts';
import { findKind, kindRef } from '../kinds/find-kind.ts';
import { ObjectView } from '../object/object-view.tsx';
import { CreateAction } from '../edit/actions/create-action.tsx';
import { ObjectActions } from '../edit/actions/object-actions.tsx';
import { ObjectRuns } from '../operator/object/object-runs.tsx';
import { TroubleLines } from '../operator/object/trouble-lines.tsx';
import { useTroubleCount } from '../operator/object/use-troubles.ts';
import { OperatorView } from '../operator/operator-view.tsx';
import { ShownTime } from '../parts/age.tsx';
import { EmptyState, FailureMessage, Loading } from '../parts/message.tsx';
import { Link } from '../route/link.tsx';
import { useRoute } from '../route/location.ts';
import type { KindPath, ObjectRoute } from '../route/route.ts';
import { useStore } from '../store/use-store.ts';
import { ObjectsView } from '../table/objects-view.tsx';
import { Home } from './home.tsx';

/** The view that the address names. In the past, ages are those that things had then. */
export function CurrentView(): ReactNode {
  const { view, at } = useRoute();
  const past = usePastTime(view === 'objects' || view === 'object' ? at : undefined);
  return (
    <ShownTime value={past}>
      <View />
    </ShownTime>
  );
}

function View(): ReactNode {
  const route = useRoute();
  if (route.view === 'objects')
    return (
      <WithKind path={route}>
        {(kind) => (
          <ObjectsView
            key={`${kind.group}/${kind.resource}`}
            kind={kind}
            route={route}
            actions={<CreateAction kind={kind} />}
          />
        )}
      </WithKind>
    );
  if (route.view === 'object')
    return <WithKind path={route}>{(kind) => <CurrentObject kind={kind} route={route} />}</WithKind>;
  if (route.view === 'history') return <HistoryView route={route} />;
  if (route.view === 'operator') return <OperatorView route={route} />;
  if (route.view === 'unknown')
    return (
      <EmptyState title="This address leads nowhere">
        The page has nothing at <code>{route.path}</code>. <Link to={{ view: 'home' }}>Show the objects</Link>
      </EmptyState>
    );
  return <Home />;
}

/** An object with what the operator did for it. */
function CurrentObject({ kind, route }: { readonly kind: ServedKind; readonly route: ObjectRoute }): ReactNode {
  const session = useStore(useCluster().session);
  const { objectNamespace, name, at } = route;
  const target = { kind: kindRef(kind), name, ...(objectNamespace !== undefined && { namespace: objectNamespace }) };
  const trouble = useTroubleCount(session?.operator === true && at === undefined ? target : undefined);
  const runs = { id: 'runs', title: 'Reconciles', content: <RunsOfNow target={target} />, ...trouble };
  return (
    <ObjectView
      key={`${kind.group}/${kind.resource}/${objectNamespace}/${name}`}
      kind={kind}
      route={route}
      extras={{
        actions: () => <ObjectActions kind={kind} target={target} />,
        tabs: session?.operator ? [runs] : [],
        ...(session?.operator && at === undefined && { notice: <TroubleLines target={target} /> }),
      }}
    />
  );
}

/** The operator's log is that of now, in the past too. */
function RunsOfNow({ target }: { readonly target: ObjectRef }): ReactNode {
  return (
    <ShownTime value={undefined}>
      <ObjectRuns target={target} />
    </ShownTime>
  );
}

/** What needs a kind waits for the list of kinds, and says when the kind is not served. */
function WithKind(properties: {
  readonly path: KindPath;
  readonly children: (kind: NonNullable<ReturnType<typeof findKind>>) => ReactNode;
}): ReactNode {
  const { path, children } = properties;
  const cluster = useCluster();
  const kinds = useStore(cluster.kinds);
  const failure = useStore(cluster.failure);
  if (failure) return <FailureMessage failure={failure} />;
  if (!kinds) return <Loading what="kinds" />;
  const kind = findKind(kinds, path);
  if (kind) return children(kind);
  return (
    <EmptyState title={`The cluster does not serve ${path.resource}`}>
      Nothing of this name is in the group {path.group || 'core'}. It appears as soon as its definition is installed.
    </EmptyState>
  );
}
