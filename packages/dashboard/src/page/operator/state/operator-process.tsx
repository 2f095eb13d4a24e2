import { type ReactNode, useState } from 'react';
import type { Call, Failure, OperatorEvent } from '../../../protocol/index.ts';
import { CallFailure } from '../../connection/connect.ts';
import { useConnection } from '../../connection/use-connection.ts';
import { Age } from '../../parts/age.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { formatBytes } from '../../parts/format-time.ts';
import { FailureMessage } from '../../parts/message.tsx';
import type { OperatorLog } from '../log/operator-log.ts';
import { HangingOperator } from './hanging-operator.tsx';
import styles from './operator-process.module.css';

type Action = Extract<Call, { do: 'operator' }>['action'];
type ProcessState = OperatorEvent['process']['state'];

/** Whether the operator runs, and what can be done about it. */
export function OperatorProcess({ log }: { readonly log: OperatorLog }): ReactNode {
  const connection = useConnection();
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const state = log.process?.state ?? 'starting';
  const hanging = log.process?.hanging;
  const act = async (action: Action): Promise<void> => {
    setFailure(undefined);
    try {
      await connection.call({ do: 'operator', action });
    } catch (error) {
      if (error instanceof CallFailure) setFailure(error.failure);
    }
  };
  return (
    <header className={styles['header']}>
      <h1>Operator</h1>
      {hanging ? <Badge tone="bad">hangs</Badge> : <Badge tone={tones[state]}>{words[state]}</Badge>}
      <span className={styles['quiet']}>
        {log.process && (
          <>
            for <Age since={hanging?.since ?? log.process.since} />
          </>
        )}
        {log.state && `, ${formatBytes(log.state.memoryBytes)}`}
      </span>
      <div className={styles['actions']}>
        <Button onPress={() => void act(state === 'paused' ? 'resume' : 'pause')}>
          {state === 'paused' ? 'Resume' : 'Pause'}
        </Button>
        <Button onPress={() => void act('restart')}>Restart</Button>
      </div>
      {hanging && <HangingOperator reconciles={hanging.reconciles} className={styles['detail']} />}
      {log.process?.detail !== undefined && <p className={styles['detail']}>{log.process.detail}</p>}
      {log.process?.notLoaded !== undefined && (
        <p className={styles['detail']}>
          {log.process.notLoaded} The code before still runs: what was saved could not be imported.
        </p>
      )}
      {failure && <FailureMessage failure={failure} />}
    </header>
  );
}

const words: Record<ProcessState, string> = {
  starting: 'starting',
  running: 'running',
  paused: 'paused',
  'backing-off': 'crashed, starts again soon',
  ended: 'ended',
};

const tones: Record<ProcessState, Tone> = {
  starting: 'busy',
  running: 'good',
  paused: 'busy',
  'backing-off': 'bad',
  ended: 'bad',
};
