import { type ReactNode, useState } from 'react';
import type { Call, ObjectRef } from '../../../protocol/index.ts';
import { useCall } from '../../connection/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureMessage } from '../../parts/message.tsx';
import styles from './actions.module.css';

type Propagation = Extract<Call, { do: 'delete' }>['propagation'];

/** Asks for confirmation before an object is deleted, and for what happens to the objects that it owns. */
export function DeleteDialog({
  target,
  onClose,
}: {
  readonly target: ObjectRef;
  readonly onClose: () => void;
}): ReactNode {
  const { run, busy, failure } = useCall();
  const [propagation, setPropagation] = useState<Propagation>('Background');
  const remove = async (): Promise<void> => {
    if (await run({ do: 'delete', ref: target, propagation })) onClose();
  };
  return (
    <Dialog title={`Delete ${target.kind.kind} ${target.name}?`} onClose={onClose}>
      <div className={styles['dialog']}>
        <label className={styles['field']}>
          What it owns
          <select
            value={propagation}
            onChange={(event) => {
              const chosen = choices.find(([value]) => value === event.currentTarget.value);
              if (chosen) setPropagation(chosen[0]);
            }}
          >
            {choices.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {failure && <FailureMessage failure={failure} />}
        <div className={styles['buttons']}>
          <Button onPress={onClose}>Keep it</Button>
          <Button kind="danger" disabled={busy} onPress={() => void remove()}>
            Delete
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

const choices: readonly (readonly [Propagation, string])[] = [
  ['Background', 'is deleted after it'],
  ['Foreground', 'is deleted before it'],
  ['Orphan', 'stays'],
];
