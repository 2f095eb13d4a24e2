import { type ReactNode, useState } from 'react';
import type { HistoryWrite } from '../../protocol/index.ts';
import { useCluster } from '../cluster/use-cluster.ts';
import { Button } from '../parts/button.tsx';
import { formatBytes } from '../parts/format-time.ts';
import { EmptyState, FailureMessage } from '../parts/message.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useHeld } from '../parts/use-held.ts';
import { Toolbar } from '../parts/toolbar.tsx';
import { EmptyNamespace } from '../route/empty-namespace.tsx';
import type { HistoryRoute } from '../route/route.ts';
import { useStore } from '../store/use-store.ts';
import styles from './history-view.module.css';
import { compareVersions, useHistory } from './live-history.ts';
import { WriteRow } from './write-row.tsx';

const FIRST_SHOWN = 300;

/**
 * The writes that the cluster keeps, newest first: the user can go back to each of them. The list does not move while
 * the pointer is over the view or a write is open, so that no button slides away under the pointer; a button shows the
 * newer writes.
 */
export function HistoryView({ route }: { readonly route: HistoryRoute }): ReactNode {
  const { bounds, writes: live, failure } = useHistory();
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(FIRST_SHOWN);
  const [isPointed, setPointed] = useState(false);
  const [open, setOpen] = useState<string | undefined>(undefined);
  const held = useHeld(live, {
    isHeld: isPointed || open !== undefined,
    newest: live.at(-1),
    isAfter: (write, other) => compareVersions(write.resourceVersion, other.resourceVersion) > 0,
  });
  const found = findWrites(held.items, search, route.namespace);
  const chosen = found.findIndex(({ write }) => write.resourceVersion === route.at);
  const shown = chosen < 0 ? most : Math.max(most, found.length - chosen);
  return (
    <section
      className={styles['view']}
      aria-label="History"
      onPointerEnter={() => {
        setPointed(true);
      }}
      onPointerLeave={() => {
        setPointed(false);
      }}
    >
      <Toolbar>
        <h1>History</h1>
        {bounds && (
          <p className={styles['quiet']}>
            {live.length} writes, {formatBytes(bounds.keptBytes)} of at most {formatBytes(bounds.limitBytes)}
          </p>
        )}
        <TextField label="Find writes" type="search" value={search} onChange={setSearch} />
        {held.newer > 0 && (
          <Button onPress={held.showNewer}>{held.newer === 1 ? '1 new write' : `${held.newer} new writes`}</Button>
        )}
      </Toolbar>
      {failure && <FailureMessage failure={failure} />}
      {!failure && live.length === 0 && <NoWrites />}
      {live.length > 0 && found.length === 0 && (
        <EmptyNamespace title={nothingFound(search, route.namespace)} route={route} />
      )}
      <div className={styles['writes']}>
        <ol aria-label="Writes">
          {found
            .slice(-shown)
            .toReversed()
            .map(({ write, before }) => (
              <WriteRow
                key={write.resourceVersion}
                write={write}
                before={before}
                chosen={write.resourceVersion === route.at}
                open={write.resourceVersion === open}
                onToggle={() => {
                  const isOpen = write.resourceVersion === open;
                  setOpen(isOpen ? undefined : write.resourceVersion);
                }}
              />
            ))}
        </ol>
        {found.length > shown && (
          <Button
            kind="quiet"
            onPress={() => {
              setMost(shown + FIRST_SHOWN);
            }}
          >
            {found.length - shown} older ones
          </Button>
        )}
      </div>
    </section>
  );
}

interface FoundWrite {
  readonly write: HistoryWrite;
  /** The version of the whole cluster before it. */
  readonly before: string | undefined;
}

function findWrites(
  writes: readonly HistoryWrite[],
  search: string,
  namespace: string | undefined,
): readonly FoundWrite[] {
  const words = search.toLowerCase().split(/\s+/);
  return writes.flatMap((write, place) => {
    const isHere = namespace === undefined || write.ref.namespace === namespace;
    if (!isHere || !words.every((word) => textOf(write).includes(word))) return [];
    return [{ write, before: writes[place - 1]?.resourceVersion }];
  });
}

/** Why no write is shown though there are some. */
function nothingFound(search: string, namespace: string | undefined): string {
  const where = namespace === undefined ? '' : ` in ${namespace}`;
  const what = search.trim() === '' ? '' : ` with “${search.trim()}” in it`;
  return `No write${where}${what}`;
}

/** Explains an empty history: nothing was written yet, or this cluster keeps no history. */
function NoWrites(): ReactNode {
  const session = useStore(useCluster().session);
  if (session?.embedded !== false) return <EmptyState title="Nothing was written yet" />;
  return (
    <EmptyState title="Only the embedded cluster of kb dev keeps its history">
      Of {session.cluster} this page knows what happens while it is open: the revisions of an object are in its own tab.
    </EmptyState>
  );
}

function textOf({ ref, change, manager, resourceVersion }: HistoryWrite): string {
  return [ref.kind.kind, ref.namespace, ref.name, change, manager, resourceVersion].join(' ').toLowerCase();
}
