import { type ReactNode, useState } from 'react';
import type { ObjectRef } from '../../../protocol/index.ts';
import { useCall } from '../../connection/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureMessage } from '../../parts/message.tsx';
import styles from './actions.module.css';

/** Ends the containers of a Pod with an exit code. */
export function FailPodDialog({
  target,
  onClose,
}: {
  readonly target: ObjectRef;
  readonly onClose: () => void;
}): ReactNode {
  const { run, busy, failure } = useCall();
  const [exitCode, setExitCode] = useState('1');
  const fail = async (): Promise<void> => {
    const trouble = { kind: 'fail-pod', ref: target, exitCode: Number(exitCode) } as const;
    if (await run({ do: 'trouble', trouble })) onClose();
  };
  return (
    <Dialog title={`Let Pod ${target.name} fail`} onClose={onClose}>
      <div className={styles['dialog']}>
        <label className={styles['field']}>
          Exit code
          <input
            type="number"
            min={1}
            max={255}
            value={exitCode}
            onChange={(event) => {
              setExitCode(event.currentTarget.value);
            }}
          />
        </label>
        {failure && <FailureMessage failure={failure} />}
        <div className={styles['buttons']}>
          <Button kind="danger" disabled={busy || exitCode === ''} onPress={() => void fail()}>
            Let it fail
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
