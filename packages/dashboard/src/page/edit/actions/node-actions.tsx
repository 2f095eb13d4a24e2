import { type ReactNode, useState } from 'react';
import { useCall } from '../../connection/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { FailureMessage } from '../../parts/message.tsx';

const said = {
  'stop-node': 'Stopped. Ready is Unknown in less than a minute, when the cluster misses its Lease.',
  'start-node': 'Started. Ready is True as soon as it reports.',
} as const;

/** Stops and starts a node: its Pods see what they would see of a machine without power. */
export function NodeActions({ node }: { readonly node: string }): ReactNode {
  const { run, busy, failure } = useCall();
  const [done, setDone] = useState<keyof typeof said | undefined>(undefined);
  const cause = async (kind: keyof typeof said): Promise<void> => {
    setDone((await run({ do: 'trouble', trouble: { kind, node } })) && kind);
  };
  return (
    <>
      <span role="status">{done !== undefined && said[done]}</span>
      <Button disabled={busy} onPress={() => void cause('stop-node')}>
        Stop the node
      </Button>
      <Button disabled={busy} onPress={() => void cause('start-node')}>
        Start the node
      </Button>
      {failure && <FailureMessage failure={failure} />}
    </>
  );
}
