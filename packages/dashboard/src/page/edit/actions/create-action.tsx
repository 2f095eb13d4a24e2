import { type ReactNode, useState } from 'react';
import type { ServedKind } from '../../../protocol/index.ts';
import { useCluster } from '../../cluster/use-cluster.ts';
import { Button } from '../../parts/button.tsx';
import { useRoute } from '../../route/location.ts';
import { useStore } from '../../store/use-store.ts';
import { newObject } from '../draft.ts';
import { Editor } from '../editor.tsx';

/** Creates an object of a kind. In the past nothing is written. */
export function CreateAction({ kind }: { readonly kind: ServedKind }): ReactNode {
  const session = useStore(useCluster().session);
  const route = useRoute();
  const [open, setOpen] = useState(false);
  if (!kind.verbs.includes('create') || route.at !== undefined) return null;
  const close = (): void => {
    setOpen(false);
  };
  return (
    <>
      <Button
        kind="primary"
        onPress={() => {
          setOpen(true);
        }}
      >
        Create
      </Button>
      {open && (
        <Editor
          kind={kind}
          initial={newObject(kind, route.namespace ?? session?.namespace ?? 'default')}
          mode="create"
          onClose={close}
          onDone={close}
        />
      )}
    </>
  );
}
