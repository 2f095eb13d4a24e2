import type { ReactNode } from 'react';
import { useCall } from '../../connection/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { FailureMessage } from '../../parts/message.tsx';

/** Stops and starts a node: its Pods see what they would see of a machine without power. */
export function NodeActions({ node }: { readonly node: string }): ReactNode {
  const { run, busy, failure } = useCall();
  return (
    <>
      <Button disabled={busy} onPress={() => void run({ do: 'trouble', trouble: { kind: 'stop-node', node } })}>
        Stop the node
      </Button>
      <Button disabled={busy} onPress={() => void run({ do: 'trouble', trouble: { kind: 'start-node', node } })}>
        Start the node
      </Button>
      {failure && <FailureMessage failure={failure} />}
    </>
  );
}
