import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useCluster } from '../cluster/use-cluster.ts';
import { useConnection } from '../connection/use-connection.ts';
import { TroubleDialog } from '../edit/actions/trouble-dialog.tsx';
import { PastOfOther, TimeBar } from '../history/time-bar.tsx';
import { KindNavigation } from '../kinds/kind-navigation.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { useRoute } from '../route/location.ts';
import { useStore } from '../store/use-store.ts';
import styles from './app.module.css';
import { CurrentView } from './current-view.tsx';
import { PageActions, PageHeader } from './page-header.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';

/** The whole page: header, navigation, and the view that the address names. */
export function App(): ReactNode {
  const [open, setOpen] = useState<'palette' | 'help' | 'trouble' | undefined>(undefined);
  const [navigation, setNavigation] = useState(false);
  const route = useRoute();
  useKeys({
    '?': () => {
      setOpen('help');
    },
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen('palette');
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, []);
  // On a narrow screen the navigation would cover the kind that was chosen in it.
  useEffect(() => {
    setNavigation(false);
    setOpen((now) => (now === 'trouble' ? undefined : now));
  }, [route]);
  const session = useStore(useCluster().session);
  const showsTime = session && (route.at !== undefined || (session.embedded && route.view === 'history'));
  const ownCommands = useMemo(
    () => [
      ...(session?.embedded
        ? [{ title: 'Inject faults', detail: 'cut watches, let time pass', run: () => setOpen('trouble') }]
        : []),
      { title: 'Keyboard shortcuts', detail: 'help', run: () => setOpen('help') },
    ],
    [session?.embedded],
  );
  const stale = useStaleness();
  const openFromMenu = (dialog: 'trouble' | 'help'): void => {
    setNavigation(false);
    setOpen(dialog);
  };
  const close = (): void => {
    setOpen(undefined);
  };
  return (
    <div className={styles['app']}>
      <a href="#main" className={styles['skip']} onClick={focusMain}>
        Skip to the content
      </a>
      <PageHeader
        navigationOpen={navigation}
        onNavigation={() => {
          setNavigation(!navigation);
        }}
        onPalette={() => {
          setOpen('palette');
        }}
        onFaults={() => {
          setOpen('trouble');
        }}
        onHelp={() => {
          setOpen('help');
        }}
      />
      <ConnectionBanner text={stale} />
      <div className={styles['body']}>
        <nav aria-label="Kinds" className={`${styles['navigation']} ${navigation ? styles['open'] : ''}`}>
          <div className={styles['actions']}>
            <PageActions
              onFaults={() => {
                openFromMenu('trouble');
              }}
              onHelp={() => {
                openFromMenu('help');
              }}
            />
          </div>
          <KindNavigation />
        </nav>
        <main id="main" tabIndex={-1} className={`${styles['main']} ${stale === '' ? '' : styles['stale']}`}>
          {showsTime && (session.embedded ? <TimeBar /> : <PastOfOther />)}
          <CurrentView />
        </main>
      </div>
      {open === 'palette' && <CommandPalette own={ownCommands} onClose={close} />}
      {open === 'trouble' && <TroubleDialog onClose={close} />}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </div>
  );
}

/** Says that what is shown is old: the page's server is gone, or the server's cluster. */
function ConnectionBanner({ text }: { readonly text: string }): ReactNode {
  return (
    <div role="status" className={text === '' ? undefined : styles['banner']}>
      {text}
    </div>
  );
}

/** Why what the page shows may be old; nothing if it is live. */
function useStaleness(): string {
  const state = useStore(useConnection().state);
  const session = useStore(useCluster().session);
  switch (state) {
    case 'lost':
      return 'No connection to kb: what you see is from before. The page comes back with kb; if kb prints another address, open that one.';
    case 'refused':
      return 'kb was started again, and what you see is from before. Open the address that it printed: this page comes back then, too.';
    case 'catching-up':
      return 'Connected again: what you see is from before until all is read again.';
    default:
      return session?.connected === false ? `kb has no connection to ${session.cluster}: what you see may be old.` : '';
  }
}

/** The address is the page's state: the link moves the focus without changing it. */
function focusMain(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
