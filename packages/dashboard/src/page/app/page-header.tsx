import type { ReactNode } from 'react';
import { useCluster } from '../cluster/use-cluster.ts';
import { Button } from '../parts/button.tsx';
import { useOperatorMark } from '../operator/findings/count-problems.ts';
import { Badge } from '../parts/badge.tsx';
import { Link } from '../route/link.tsx';
import { go, useRoute } from '../route/location.ts';
import type { Route } from '../route/route.ts';
import { useStore } from '../store/use-store.ts';
import { nextTheme, theme } from '../theme/theme.ts';
import styles from './page-header.module.css';

/** The project or cluster, the links to the views, and the settings of all views: namespace and theme. */
export function PageHeader(properties: {
  readonly navigationOpen: boolean;
  readonly onNavigation: () => void;
  readonly onPalette: () => void;
  readonly onFaults: () => void;
  readonly onHelp: () => void;
}): ReactNode {
  const { navigationOpen, onNavigation, onPalette, onFaults, onHelp } = properties;
  const session = useStore(useCluster().session);
  const route = useRoute();
  const { namespace, at } = route;
  const shared = { ...(namespace !== undefined && { namespace }), ...(at !== undefined && { at }) };
  const where = session?.project ?? session?.cluster ?? 'kb';
  return (
    <header className={styles['header']}>
      <span className={styles['menu']}>
        <Button kind="quiet" label="Kinds" expanded={navigationOpen} onPress={onNavigation}>
          ☰
        </Button>
      </span>
      <strong className={styles['where']} title={session && `${session.cluster}, Kubernetes ${session.serverVersion}`}>
        {where}
      </strong>
      <nav aria-label="Views" className={styles['views']}>
        <Link to={{ view: 'home', ...shared }} current={['home', 'objects', 'object'].includes(route.view)}>
          Objects
        </Link>
        {session?.operator && (
          <Link to={{ view: 'operator', ...shared }} current={route.view === 'operator'}>
            Operator <OperatorState />
          </Link>
        )}
        {session?.embedded && (
          <Link to={{ view: 'history', ...shared }} current={route.view === 'history'}>
            History
          </Link>
        )}
      </nav>
      <NamespaceChoice />
      <Button kind="quiet" label={`Go to ${PALETTE_KEY}`} title={`Go to anything: ${PALETTE_KEY}`} onPress={onPalette}>
        Go to <kbd className={styles['key']}>{PALETTE_KEY}</kbd>
      </Button>
      <span className={styles['wide']}>
        <PageActions onFaults={onFaults} onHelp={onHelp} />
      </span>
    </header>
  );
}

/** Actions that are rarely used: in the header, or on a narrow screen in the menu. */
export function PageActions(properties: { readonly onFaults: () => void; readonly onHelp: () => void }): ReactNode {
  const { onFaults, onHelp } = properties;
  const session = useStore(useCluster().session);
  const chosenTheme = useStore(theme);
  return (
    <>
      {session?.embedded && (
        <Button kind="quiet" title="Cut watches, let time pass" onPress={onFaults}>
          Inject faults
        </Button>
      )}
      <Button
        kind="quiet"
        label={`Theme: ${chosenTheme}`}
        title={`Theme: ${chosenTheme}`}
        onPress={() => {
          theme.set(nextTheme(chosenTheme, matchMedia('(prefers-color-scheme: dark)').matches));
        }}
      >
        {{ system: '◐ System', light: '☀ Light', dark: '☾ Dark' }[chosenTheme]}
      </Button>
      <Button kind="quiet" label="Shortcuts" title="Keyboard shortcuts: ?" onPress={onHelp}>
        ? Shortcuts
      </Button>
    </>
  );
}

const PALETTE_KEY = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';

/** Says in every view that the operator has problems, or does not run. */
function OperatorState(): ReactNode {
  const mark = useOperatorMark();
  return mark && <Badge tone={mark.tone}>{mark.text}</Badge>;
}

function NamespaceChoice(): ReactNode {
  const cluster = useCluster();
  const namespaces = useStore(cluster.namespaces);
  const failure = useStore(cluster.namespacesFailure);
  const route = useRoute();
  const chosen = route.namespace ?? '';
  const known = chosen === '' || namespaces.includes(chosen) ? namespaces : [...namespaces, chosen];
  return (
    <select
      aria-label="Namespace"
      title={failure?.message}
      className={styles['namespace']}
      value={chosen}
      onChange={(event) => {
        go(inNamespace(route, event.currentTarget.value));
      }}
    >
      <option value="">All namespaces</option>
      {known.map((name) => (
        <option key={name}>{name}</option>
      ))}
      {failure && (
        <option disabled>
          {failure.code === 403 ? 'This account may not list namespaces' : 'Namespaces could not be listed'}
        </option>
      )}
    </select>
  );
}

/** The route with another namespace; an object gives way to the table of its kind. */
function inNamespace(route: Route, namespace: string): Route {
  const { namespace: _, ...rest } = route;
  const chosen = namespace === '' ? {} : { namespace };
  if (rest.view !== 'object') return { ...rest, ...chosen };
  const { group, version, resource, at } = rest;
  return { view: 'objects', group, version, resource, ...(at !== undefined && { at }), ...chosen };
}
