import { type ReactNode, useMemo } from 'react';
import { NamedObject } from '../../kinds/object-link.tsx';
import { EmptyState } from '../../parts/message.tsx';
import { now } from '../../parts/ticker.ts';
import { Link } from '../../route/link.tsx';
import { replaceRoute } from '../../route/location.ts';
import type { OperatorRoute } from '../../route/route.ts';
import { filteredChanges } from '../findings/filtered-changes.ts';
import { keyId, keyText, type OperatorLog } from '../log/operator-log.ts';
import { useStore } from '../../store/use-store.ts';
import { KeyList } from './key-list.tsx';
import styles from './keys.module.css';
import { timelineOf } from './timeline.ts';
import { TimelineList } from './timeline-list.tsx';

/** The keys of the operator, and the time line of the chosen one. */
export function KeysView({ log, route }: { readonly log: OperatorLog; readonly route: OperatorRoute }): ReactNode {
  const { namespace } = route;
  const keys = [...log.keys.values()].filter(({ key }) => namespace === undefined || key.namespace === namespace);
  const chosen = chosenKey(log, route);
  const time = useStore(now);
  const filtered = useMemo(() => filteredChanges(log), [log.description, time]);
  return (
    <div className={styles['view']}>
      <div className={`${styles['keys']} ${chosen ? styles['behind'] : ''}`}>
        <KeyList
          keys={keys}
          filtered={filtered}
          total={log.keys.size}
          route={chosen ? { ...route, controller: chosen.controller, key: keyText(chosen.key) } : route}
        />
      </div>
      <div className={styles['timeline']}>
        {!chosen && keys.length > 0 && (
          <EmptyState title="Choose an object">
            Its runs are shown here: what woke them, what they read and wrote, and the events that woke nothing.
          </EmptyState>
        )}
        {chosen && <ChosenKey log={log} route={route} chosen={chosen} />}
      </div>
    </div>
  );
}

function ChosenKey(properties: {
  readonly log: OperatorLog;
  readonly route: OperatorRoute;
  readonly chosen: Chosen;
}): ReactNode {
  const { log, route, chosen } = properties;
  const { controller: _, key: _key, run: _run, ...rest } = route;
  const groupKind = log.description?.controllers.find(({ name }) => name === chosen.controller)?.groupKind;
  return (
    <>
      <header className={styles['chosen']}>
        <span className={styles['back']}>
          <Link to={rest}>← All objects</Link>
        </span>
        <h2>
          <NamedObject groupKind={groupKind} namespace={chosen.key.namespace} name={chosen.key.name} />
        </h2>
        <span className={styles['quiet']}>{chosen.controller}</span>
      </header>
      <TimelineList
        key={keyId(chosen.controller, chosen.key)}
        entries={timelineOf(log, chosen)}
        open={route.run}
        onOpen={(run) => {
          const key = { ...rest, controller: chosen.controller, key: keyText(chosen.key) };
          replaceRoute(run === undefined ? key : { ...key, run });
        }}
      />
    </>
  );
}

interface Chosen {
  readonly controller: string;
  readonly key: { readonly namespace?: string; readonly name: string };
}

/** The key of the address, or that of its run. A key that has no runs yet may have events that woke nothing. */
function chosenKey(log: OperatorLog, { controller, key, run }: OperatorRoute): Chosen | undefined {
  if (controller !== undefined && key !== undefined) {
    const [name = key, namespace] = key.split('/').toReversed();
    return { controller, key: { name, ...(namespace !== undefined && { namespace }) } };
  }
  return run === undefined ? undefined : log.runs.get(run)?.began;
}
