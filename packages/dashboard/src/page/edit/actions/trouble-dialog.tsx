import { type ReactNode, useState } from 'react';
import type { Trouble } from '../../../protocol/index.ts';
import { useCall } from '../../connection/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureMessage } from '../../parts/message.tsx';
import { Link } from '../../route/link.tsx';
import styles from './actions.module.css';

const MINUTE = 60_000;

const core = { view: 'objects', group: '', version: 'v1' } as const;

const troubles: readonly (readonly [string, Trouble])[] = [
  ['Cut all watches of the operator', { kind: 'cut-watches' }],
  ['Let a minute pass', { kind: 'advance-clock', ms: MINUTE }],
  ['Let an hour pass', { kind: 'advance-clock', ms: 60 * MINUTE }],
  ['Let a day pass', { kind: 'advance-clock', ms: 24 * 60 * MINUTE }],
];

/** Faults that happen to clusters, on purpose: does the operator stand them? */
export function TroubleDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { run, busy, failure } = useCall();
  const [done, setDone] = useState('');
  return (
    <Dialog title="Inject faults" onClose={onClose}>
      <div className={styles['dialog']}>
        {troubles.map(([text, trouble]) => (
          <Button
            key={text}
            disabled={busy}
            onPress={() => void run({ do: 'trouble', trouble }).then((result) => setDone(result ? text : ''))}
          >
            {text}
          </Button>
        ))}
        <p role="status">{done !== '' && `Done: ${done}.`}</p>
        <p>
          One Pod fails, or one node stops, by a button on its own page: choose it among the{' '}
          <Link to={{ ...core, resource: 'pods' }}>Pods</Link> or the{' '}
          <Link to={{ ...core, resource: 'nodes' }}>Nodes</Link>.
        </p>
        {failure && <FailureMessage failure={failure} />}
      </div>
    </Dialog>
  );
}
