import { isJsonObject } from '@kb/apimachinery/codec';
import type { Client } from '@kb/client';
import type { SessionEvent } from '../../protocol/index.ts';
import { createLatestValue, type OpenFeed } from '../feeds/feed.ts';

/** What the page is connected to. */
export type SessionFacts = Omit<SessionEvent, 'topic' | 'serverVersion' | 'connected'>;

/** The session, with what is known of the connection to the API server. */
export interface Session {
  readonly open: OpenFeed;
  /** The API server answered, or did not. */
  onAnswer(answered: boolean): void;
}

/** Creates a session. Its first event comes when the server has answered, or could not be reached. */
export function createSession(facts: SessionFacts, client: Client): Session {
  const latest = createLatestValue<SessionEvent>();
  let state: SessionEvent = { topic: 'session', ...facts, serverVersion: '', connected: false };
  let isSet = false;
  const update = (change: Partial<SessionEvent>): void => {
    state = { ...state, ...change };
    isSet = true;
    latest.set(state);
  };
  const askVersion = async (): Promise<void> => {
    // Without a version the page shows none.
    const answer = await client.getJson('/version').catch(() => undefined);
    const version = isJsonObject(answer) ? answer['gitVersion'] : undefined;
    if (typeof version === 'string' && version !== state.serverVersion) update({ serverVersion: version });
  };
  return {
    open: latest.open,
    onAnswer: (connected) => {
      if (isSet && connected === state.connected) return;
      update({ connected });
      // The server may be another one after a restart.
      if (connected) void askVersion();
    },
  };
}
