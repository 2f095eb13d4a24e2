import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { useCluster } from '../cluster/use-cluster.ts';
import { FailureMessage, Loading } from '../parts/message.tsx';
import { TextField } from '../parts/text-field.tsx';
import { Link } from '../route/link.tsx';
import { useRoute } from '../route/location.ts';
import { useStore } from '../store/use-store.ts';
import { groupKinds } from './group-kinds.ts';
import styles from './kind-navigation.module.css';

/** The list of kinds, with a search. */
export function KindNavigation(): ReactNode {
  const cluster = useCluster();
  const kinds = useStore(cluster.kinds);
  const failure = useStore(cluster.failure);
  const route = useRoute();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const groups = useMemo(() => groupKinds(kinds ?? [], wanted), [kinds, wanted]);
  const chosen = route.view === 'objects' || route.view === 'object' ? route : undefined;
  const { namespace, at } = route;
  const shared = { ...(namespace !== undefined && { namespace }), ...(at !== undefined && { at }) };
  return (
    <div className={styles['navigation']}>
      <TextField label="Find a kind" type="search" value={search} onChange={setSearch} className={styles['search']} />
      {failure && <FailureMessage failure={failure} />}
      {!kinds && !failure && <Loading what="kinds" />}
      {groups.map(({ title, kinds: members }) => (
        <section key={title} className={styles['group']}>
          <h3 title={title}>{title}</h3>
          <ul>
            {members.map(({ group, version, resource, kind }) => (
              <li key={`${group}/${resource}`}>
                <Link
                  to={{ view: 'objects', group, version, resource, ...shared }}
                  current={chosen?.group === group && chosen.resource === resource}
                  className={styles['kind']}
                >
                  {kind}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {kinds && groups.length === 0 && <p className={styles['none']}>No kind has “{wanted}” in its name.</p>}
    </div>
  );
}
