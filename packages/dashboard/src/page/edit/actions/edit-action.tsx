import { type ReactNode, useEffect, useState } from 'react';
import type { Failure, ObjectRef, ServedKind, ShownObject } from '../../../protocol/index.ts';
import { useConnection } from '../../connection/use-connection.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureMessage, Loading } from '../../parts/message.tsx';
import { Editor } from '../editor.tsx';

/**
 * Edits an object as it is now. The values of a Secret are asked for, since hidden ones would be written as they are
 * shown. What others write in the meantime does not change the draft: the server refuses to replace it then.
 */
export function EditAction(properties: {
  readonly kind: ServedKind;
  readonly target: ObjectRef;
  readonly onClose: () => void;
}): ReactNode {
  const { kind, target, onClose } = properties;
  const connection = useConnection();
  const [object, setObject] = useState<ShownObject | undefined>(undefined);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const key = JSON.stringify(target);
  useEffect(
    () =>
      connection.follow(
        { topic: 'object', ref: target, reveal: true },
        {
          event: (event) => {
            setObject((known) => known ?? event.object);
            if (!event.object) setFailure({ message: `${target.name} does not exist any more.`, code: 404 });
          },
          failure: setFailure,
        },
      ),
    [connection, key],
  );
  if (object) return <Editor kind={kind} initial={object} mode="edit" onClose={onClose} onDone={onClose} />;
  return (
    <Dialog title={`Edit ${target.name}`} onClose={onClose}>
      {failure ? <FailureMessage failure={failure} /> : <Loading what={target.name} />}
    </Dialog>
  );
}
