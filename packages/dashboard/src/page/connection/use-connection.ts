import { createContext, useContext, useEffect, useState } from 'react';
import type { Failure, Subscription } from '../../protocol/index.ts';
import type { Connection } from './connect.ts';
import type { EventOf } from './wire.ts';

/** The connection for all components. */
export const ConnectionContext: React.Context<Connection | undefined> = createContext<Connection | undefined>(
  undefined,
);

/** The connection of the page. */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('a component is used outside of ConnectionContext');
  return connection;
}

/** What is known of a topic: nothing at first, then the last event, or why there is none. */
export interface Topic<S extends Subscription> {
  readonly event?: EventOf<S>;
  readonly failure?: Failure;
}

/** Follows a topic whose events contain all that is known: the last one counts. */
export function useTopic<S extends Subscription>(to: S): Topic<S> {
  const connection = useConnection();
  const key = JSON.stringify(to);
  const [known, setKnown] = useState<{ readonly key: string; readonly topic: Topic<S> }>({ key, topic: {} });
  useEffect(
    () =>
      connection.follow(to, {
        event: (event) => {
          setKnown({ key, topic: { event } });
        },
        failure: (failure) => {
          setKnown({ key, topic: { failure } });
        },
      }),
    // `key` stands for `to`, which is another object at each render.
    [connection, key],
  );
  return known.key === key ? known.topic : {};
}
