import { type ReactNode, useEffect } from 'react';
import type { ServedKind } from '../../protocol/index.ts';
import { useCluster } from '../cluster/use-cluster.ts';
import { groupKind } from '../kinds/find-kind.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { EmptyState, Loading } from '../parts/message.tsx';
import { Link } from '../route/link.tsx';
import { replaceRoute, useRoute } from '../route/location.ts';
import { useStore } from '../store/use-store.ts';
import styles from './home.module.css';

/** Leads to the project's first kind, as soon as it is served; where there is no project, to the Pods. */
export function Home(): ReactNode {
  const kinds = useStore(useCluster().kinds);
  const session = useStore(useCluster().session);
  const route = useRoute();
  const hasProject = session?.project !== undefined || session?.ownKinds === true;
  useEffect(() => {
    const pods = kinds?.find((kind) => groupKind(kind) === 'Pod');
    const first = kinds?.find(({ own }) => own) ?? (session && !hasProject ? pods : undefined);
    if (!first || route.view !== 'home') return;
    const { group, version, resource } = first;
    replaceRoute({ ...route, view: 'objects', group, version, resource });
  }, [kinds, session, hasProject, route]);
  if (!kinds || !session) return <Loading what="kinds" />;
  const project = session.project ?? 'the project';
  if (!session.ownKinds)
    return (
      <EmptyState title={`${project} has no kinds yet`}>
        <p>Make one in the folder of the project. It is shown here as soon as its definition is installed.</p>
        <div className={styles['command']}>
          <pre>{CREATE_API}</pre>
          <CopyButton text={CREATE_API} label="Copy the command" />
        </div>
        <OtherKinds kinds={kinds} />
      </EmptyState>
    );
  return (
    <EmptyState title={`The kinds of ${project} are not served yet`}>
      <p>They are shown here as soon as their definitions are installed.</p>
      <OtherKinds kinds={kinds} />
    </EmptyState>
  );
}

const CREATE_API = 'npx kb create api --group batch --kind AppService';

const common = ['Pod', 'Deployment.apps', 'Service', 'ConfigMap', 'Node'];

/** Links to built-in kinds, for the time until the project has kinds. */
function OtherKinds({ kinds }: { readonly kinds: readonly ServedKind[] }): ReactNode {
  const route = useRoute();
  const shown = common.flatMap((name) => kinds.filter((kind) => groupKind(kind) === name));
  return (
    <ul aria-label="Other kinds" className={styles['kinds']}>
      {shown.map(({ group, version, resource, kind }) => (
        <li key={`${group}/${resource}`}>
          <Link to={{ ...route, view: 'objects', group, version, resource }}>{kind}s</Link>
        </li>
      ))}
    </ul>
  );
}
