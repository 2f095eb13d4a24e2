import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ObjectRef } from '../../../protocol/index.ts';
import { useCall } from '../../connection/use-call.ts';
import type { ResultOf } from '../../connection/wire.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureMessage } from '../../parts/message.tsx';
import { checkValue } from '../schema/check-value.ts';
import styles from './actions.module.css';

type Scale = ResultOf<{ do: 'read-scale'; ref: ObjectRef }>;

/** What every API server accepts. */
const replicasSchema = { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 };

/** Sets the number of replicas; at first it is the present one. */
export function ScaleDialog({
  target,
  onClose,
}: {
  readonly target: ObjectRef;
  readonly onClose: () => void;
}): ReactNode {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { run, busy, failure } = useCall();
  const { run: read, failure: unread } = useCall();
  const [scale, setScale] = useState<Scale | undefined>(undefined);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const key = JSON.stringify(target);
  useEffect(() => {
    void read({ do: 'read-scale', ref: target }).then(setScale);
    // `key` stands for `target`, which is another object at each render.
  }, [read, key]);
  // What is typed replaces the present number, and is not written after it.
  useEffect(() => {
    if (scale) field.current?.select();
  }, [scale]);
  const text = typed ?? (scale ? String(scale.desired) : '');
  const wanted = text === '' ? Number.NaN : Number(text);
  const mistake = checkValue(replicasSchema, wanted).get('');
  const isShown = mistake !== undefined && typed !== undefined;
  const send = async (): Promise<void> => {
    if (await run({ do: 'scale', ref: target, replicas: wanted })) onClose();
  };
  return (
    <Dialog title={`Scale ${target.kind.kind} ${target.name}`} onClose={onClose}>
      <form
        className={styles['dialog']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mistake === undefined && !busy) void send();
        }}
      >
        {scale && (
          <p>
            Desired: {scale.desired} (<code>spec.replicas</code>), current: {scale.current} (
            <code>status.replicas</code>)
          </p>
        )}
        {unread && <FailureMessage failure={unread} />}
        <label className={styles['field']}>
          Replicas
          <input
            ref={field}
            readOnly={!scale && !unread}
            type="number"
            step="any"
            value={text}
            aria-invalid={isShown}
            aria-describedby={isShown ? id : undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
            }}
          />
        </label>
        <p id={id} className={styles['mistake']} role="status">
          {isShown && mistake}
        </p>
        {failure && <FailureMessage failure={failure} />}
        <div className={styles['buttons']}>
          <Button kind="primary" submit disabled={busy || mistake !== undefined}>
            Scale
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
