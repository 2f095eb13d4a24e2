import type { Failure, ServedKind, SessionEvent } from '../../protocol/index.ts';
import type { Connection } from '../connection/connect.ts';
import { createStore, type Store } from '../store/create-store.ts';

/** What all views need to know of the cluster. */
export interface Cluster {
  readonly session: ReadStore<SessionEvent | undefined>;
  /** The kinds whose objects can be listed; absent until the server has sent them. */
  readonly kinds: ReadStore<readonly ServedKind[] | undefined>;
  readonly namespaces: ReadStore<readonly string[]>;
  /** Why other namespaces than that of the kubeconfig are not known. */
  readonly namespacesFailure: ReadStore<Failure | undefined>;
  /** Why the kinds are not known. */
  readonly failure: ReadStore<Failure | undefined>;
}

type ReadStore<T> = Pick<Store<T>, 'get' | 'subscribe'>;

/** Follows the cluster as long as the page lives. */
export function followCluster(connection: Connection): Cluster {
  const session = createStore<SessionEvent | undefined>(undefined);
  const kinds = createStore<readonly ServedKind[] | undefined>(undefined);
  const failure = createStore<Failure | undefined>(undefined);
  connection.follow({ topic: 'session' }, { event: session.set, failure: failure.set });
  connection.follow(
    { topic: 'kinds' },
    {
      event: (event) => {
        kinds.set(event.kinds.filter(({ verbs }) => verbs.includes('list')));
      },
      failure: failure.set,
    },
  );
  return { session, kinds, failure, ...followNamespaces(connection, session) };
}

function followNamespaces(
  connection: Connection,
  session: ReadStore<SessionEvent | undefined>,
): Pick<Cluster, 'namespaces' | 'namespacesFailure'> {
  const namespacesFailure = createStore<Failure | undefined>(undefined);
  const names = createStore<readonly string[]>([]);
  const byUid = new Map<string, string>();
  const kind = { group: '', version: 'v1', kind: 'Namespace', resource: 'namespaces', namespaced: false };
  connection.follow(
    { topic: 'rows', kind },
    {
      event: ({ reset, changed, removed }) => {
        if (reset) byUid.clear();
        for (const { uid, name } of changed) byUid.set(uid, name);
        for (const uid of removed) byUid.delete(uid);
        const next = [...byUid.values()].toSorted();
        if (next.join() !== names.get().join()) names.set(next);
      },
      // Who may not list namespaces can choose that of the kubeconfig.
      failure: (failure) => {
        namespacesFailure.set(failure);
        const own = (): void => {
          const namespace = session.get()?.namespace;
          names.set(namespace === undefined ? [] : [namespace]);
        };
        own();
        session.subscribe(own);
      },
    },
  );
  return { namespaces: names, namespacesFailure };
}
