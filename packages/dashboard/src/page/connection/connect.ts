import type { Call, CallResult, Failure, ServerMessage, Subscription, TopicEvent } from '../../protocol/index.ts';
import { createStore, type Store } from '../store/create-store.ts';
import type { Reached } from './reach-server.ts';
import { type EventOf, isEventOf, isResultOf, readMessage, type ResultOf, writeMessage } from './wire.ts';

/** Who follows a topic. A failure ends the subscription. */
export interface Follower<S extends Subscription> {
  event(event: EventOf<S>): void;
  failure(failure: Failure): void;
}

/** The page's one connection to its server. It opens again by itself, and follows again what was followed. */
export interface Connection {
  readonly state: Pick<Store<ConnectionState>, 'get' | 'subscribe'>;
  follow<S extends Subscription>(to: S, follower: Follower<S>): () => void;
  /** Rejects with a {@link CallFailure}. */
  call<C extends Call>(call: C): Promise<ResultOf<C>>;
}

/**
 * `lost` after an open connection ended, or none could be opened; `refused` if another kb answers now, with another
 * key. `catching-up`: open again, but not all that the page shows has been sent again yet.
 */
export type ConnectionState = 'connecting' | 'open' | 'catching-up' | 'lost' | 'refused';

/** Why a call failed. */
export class CallFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** What a connection needs of the browser. */
export interface ConnectOptions {
  readonly openSocket: () => WebSocket;
  /** Asks for the server before the connection is opened again. */
  readonly reach: () => Promise<Reached>;
  /** Runs something after some milliseconds. */
  readonly later: (ms: number, run: () => void) => void;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;

interface Following {
  readonly to: Subscription;
  event(event: TopicEvent): void;
  failure(failure: Failure): void;
}

interface Pending {
  readonly call: Call;
  readonly resolve: (result: CallResult) => void;
  readonly reject: (failure: CallFailure) => void;
}

/** Opens the connection and keeps it open. */
export function connect({ openSocket, reach, later }: ConnectOptions): Connection {
  const state = createStore<ConnectionState>('connecting');
  const followings = new Map<number, Following>();
  const pending = new Map<number, Pending>();
  /** What is followed, and has not been sent again since the connection is open again. */
  const old = new Set<number>();
  let socket: WebSocket;
  let lastId = 0;
  let wait = FIRST_WAIT_MS;

  const isOpen = (): boolean => state.get() === 'open' || state.get() === 'catching-up';
  const sentAgain = (id: number): void => {
    if (old.delete(id) && old.size === 0) state.set('open');
  };
  const receive = (message: ServerMessage): void => {
    if (message.type !== 'result') sentAgain(message.id);
    if (message.type === 'event') followings.get(message.id)?.event(message.event);
    else if (message.type === 'result') {
      pending.get(message.id)?.resolve(message.result);
      pending.delete(message.id);
    } else {
      pending.get(message.id)?.reject(new CallFailure(message.failure));
      followings.get(message.id)?.failure(message.failure);
      pending.delete(message.id);
      followings.delete(message.id);
    }
  };
  const open = (): void => {
    socket = openSocket();
    socket.addEventListener('open', () => {
      wait = FIRST_WAIT_MS;
      old.clear();
      if (state.get() !== 'connecting') for (const id of followings.keys()) old.add(id);
      state.set(old.size > 0 ? 'catching-up' : 'open');
      for (const [id, { to }] of followings) socket.send(writeMessage({ type: 'subscribe', id, to }));
      for (const [id, { call }] of pending) socket.send(writeMessage({ type: 'call', id, call }));
    });
    socket.addEventListener('message', ({ data }) => {
      receive(readMessage(String(data)));
    });
    socket.addEventListener('close', () => {
      if (state.get() !== 'connecting') rejectAll(pending);
      if (state.get() !== 'refused') state.set('lost');
      openLater();
    });
  };
  const openLater = (): void => {
    later(wait, () => {
      void reach().then((reached) => {
        if (reached === 'open') {
          open();
          return;
        }
        state.set(reached === 'refused' ? 'refused' : 'lost');
        openLater();
      });
    });
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  };
  const send = (message: Parameters<typeof writeMessage>[0]): void => {
    if (isOpen()) socket.send(writeMessage(message));
  };
  open();

  return {
    state,
    follow(to, follower) {
      const id = (lastId += 1);
      followings.set(id, {
        to,
        event: (event) => {
          if (isEventOf(to, event)) follower.event(event);
        },
        failure: (failure) => {
          follower.failure(failure);
        },
      });
      send({ type: 'subscribe', id, to });
      return () => {
        if (!followings.delete(id)) return;
        sentAgain(id);
        send({ type: 'unsubscribe', id });
      };
    },
    call<C extends Call>(call: C) {
      // Sent after reconnecting, it could reach another cluster than the one that the user saw.
      if (state.get() === 'lost' || state.get() === 'refused')
        return Promise.reject(new CallFailure({ message: 'There is no connection to kb: nothing was done.', code: 0 }));
      const id = (lastId += 1);
      return new Promise<ResultOf<C>>((resolve, reject) => {
        pending.set(id, {
          call,
          reject,
          resolve: (result) => {
            if (isResultOf(call, result)) resolve(result);
            else reject(new CallFailure({ message: 'The server answered something else.', code: 0 }));
          },
        });
        send({ type: 'call', id, call });
      });
    },
  };
}

/** A write may have been done although its answer is lost: it is not sent again. */
function rejectAll(pending: Map<number, Pending>): void {
  const all = [...pending.values()];
  pending.clear();
  for (const { reject } of all)
    reject(new CallFailure({ message: 'The connection ended before the answer. Look whether it was done.', code: 0 }));
}
