import { type ReactNode, useMemo } from 'react';
import { FailureMessage } from '../parts/message.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { now } from '../parts/ticker.ts';
import { replaceRoute } from '../route/location.ts';
import type { OperatorRoute } from '../route/route.ts';
import { useStore } from '../store/use-store.ts';
import { findProblems } from './findings/find-problems.ts';
import { ProblemList } from './findings/problem-list.tsx';
import { KeysView } from './keys/keys-view.tsx';
import { useOperatorLog } from './log/use-operator-log.ts';
import { NotCalledView } from './not-called/not-called-view.tsx';
import styles from './operator-view.module.css';
import { OperatorProcess } from './state/operator-process.tsx';
import { ControllersView } from './state/controllers-view.tsx';
import { WebhooksView } from './state/webhooks-view.tsx';

/** What the operator does, and what is wrong with it. */
export function OperatorView({ route }: { readonly route: OperatorRoute }): ReactNode {
  const log = useOperatorLog();
  const time = useStore(now);
  // Once a second, and when there is more.
  const problems = useMemo(() => findProblems(log, time), [log.version, time]);
  const tabs = [
    { id: 'runs', title: 'Reconciles' },
    { id: 'not-called', title: 'Not called', count: log.notQueued.length },
    { id: 'controllers', title: 'Controllers' },
    { id: 'webhooks', title: 'Webhooks' },
  ];
  const tab = tabs.find(({ id }) => id === route.tab)?.id ?? 'runs';
  return (
    <section className={styles['view']} aria-label="Operator">
      <OperatorProcess log={log} />
      {route.at !== undefined && (
        <p>The operator is shown as it is now. What it did then is in the time line of each key.</p>
      )}
      {log.failure && <FailureMessage failure={log.failure} />}
      <ProblemList problems={problems} folded={route.key !== undefined || route.run !== undefined} />
      <Tabs
        label="Parts of the operator"
        tabs={tabs}
        chosen={tab}
        onChoose={(id) => {
          replaceRoute({ ...route, tab: id });
        }}
      >
        {tab === 'runs' && <KeysView log={log} route={route} />}
        {tab === 'not-called' && <NotCalledView events={log.notQueued} route={route} />}
        {tab === 'controllers' && <ControllersView log={log} />}
        {tab === 'webhooks' && <WebhooksView calls={log.webhooks} />}
      </Tabs>
    </section>
  );
}
