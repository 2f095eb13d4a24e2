import { useCallback, useState } from 'react';
import type { Call, Failure } from '../../protocol/index.ts';
import { CallFailure } from './connect.ts';
import { useConnection } from './use-connection.ts';
import type { ResultOf } from './wire.ts';

/** Calls of a component: whether one is on its way, and why the last one failed. */
export interface Calls {
  /** Resolves with nothing when it failed: then `failure` says why. */
  readonly run: <C extends Call>(call: C) => Promise<ResultOf<C> | undefined>;
  readonly busy: boolean;
  readonly failure: Failure | undefined;
}

/** Makes calls, and keeps what a component shows of them. */
export function useCall(): Calls {
  const connection = useConnection();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | undefined>(undefined);
  const run = useCallback(
    async <C extends Call>(call: C): Promise<ResultOf<C> | undefined> => {
      setBusy(true);
      setFailure(undefined);
      try {
        return await connection.call(call);
      } catch (error) {
        setFailure(error instanceof CallFailure ? error.failure : { message: String(error), code: 0 });
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    [connection],
  );
  return { run, busy, failure };
}
