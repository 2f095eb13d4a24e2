import { type ReactNode, useEffect, useState } from 'react';
import type { Failure, ObjectRef } from '../../protocol/index.ts';
import { CallFailure } from '../connection/connect.ts';
import { useConnection } from '../connection/use-connection.ts';
import type { ResultOf } from '../connection/wire.ts';
import { FailureMessage, Loading } from '../parts/message.tsx';
import { ChangesList } from './changes-list.tsx';

/** The states of one object at two resource versions. */
export interface ComparedStates {
  readonly target: ObjectRef;
  readonly from: string;
  readonly to: string;
}

/** What is known of a comparison; nothing while the server compares. */
export interface Comparison {
  readonly result?: ResultOf<{ do: 'compare'; ref: ObjectRef; from: string; to: string }>;
  readonly failure?: Failure;
}

/** Compares two states of an object on the server; not while `wanted` is false. */
export function useComparison({ target, from, to }: ComparedStates, wanted = true): Comparison {
  const connection = useConnection();
  const [answer, setAnswer] = useState<Comparison>({});
  const key = JSON.stringify(target);
  useEffect(() => {
    if (!wanted) return undefined;
    let isCurrent = true;
    setAnswer({});
    connection.call({ do: 'compare', ref: target, from, to }).then(
      (result) => {
        if (isCurrent) setAnswer({ result });
      },
      (error: unknown) => {
        if (isCurrent && error instanceof CallFailure) setAnswer({ failure: error.failure });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [connection, key, from, to, wanted]);
  return answer;
}

/** What differs between two states of an object. */
export function StateDifference(properties: ComparedStates): ReactNode {
  const { result, failure } = useComparison(properties);
  if (failure) return <FailureMessage failure={failure} />;
  if (!result) return <Loading what="the difference" />;
  return <ChangesList changes={result.changes} />;
}
