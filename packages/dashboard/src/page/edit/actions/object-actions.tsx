import { type ReactNode, useState } from 'react';
import type { ObjectRef, ServedKind } from '../../../protocol/index.ts';
import { useCluster } from '../../cluster/use-cluster.ts';
import { Button } from '../../parts/button.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { useRoute } from '../../route/location.ts';
import { useStore } from '../../store/use-store.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditAction } from './edit-action.tsx';
import { FailPodDialog } from './fail-pod-dialog.tsx';
import { NodeActions } from './node-actions.tsx';
import { ScaleDialog } from './scale-dialog.tsx';

type Open = 'edit' | 'scale' | 'delete' | 'fail';

/** What can be done with an object: what its kind allows, and the troubles of an embedded cluster. */
export function ObjectActions({ kind, target }: { readonly kind: ServedKind; readonly target: ObjectRef }): ReactNode {
  const session = useStore(useCluster().session);
  const route = useRoute();
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const past = route.at !== undefined;
  const mayEdit = kind.verbs.includes('update') && !past;
  const show = (what: Open) => () => {
    setOpen(what);
  };
  const close = (): void => {
    setOpen(undefined);
  };
  useKeys({ e: mayEdit ? show('edit') : undefined });
  if (past) return null;
  const isCore = kind.group === '';
  return (
    <>
      {mayEdit && <Button onPress={show('edit')}>Edit</Button>}
      {kind.subresources.includes('scale') && <Button onPress={show('scale')}>Scale</Button>}
      {session?.embedded && isCore && kind.resource === 'pods' && <Button onPress={show('fail')}>Let it fail</Button>}
      {session?.embedded && isCore && kind.resource === 'nodes' && <NodeActions node={target.name} />}
      {kind.verbs.includes('delete') && (
        <Button kind="danger" onPress={show('delete')}>
          Delete
        </Button>
      )}
      {open === 'edit' && <EditAction kind={kind} target={target} onClose={close} />}
      {open === 'scale' && <ScaleDialog target={target} onClose={close} />}
      {open === 'fail' && <FailPodDialog target={target} onClose={close} />}
      {open === 'delete' && <DeleteDialog target={target} onClose={close} />}
    </>
  );
}
