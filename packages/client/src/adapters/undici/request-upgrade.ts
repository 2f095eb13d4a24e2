import type { Duplex } from 'node:stream';
import type { HttpResponse } from '@kb/apimachinery';
import type { Dispatcher } from 'undici';
import { type Answer, receiveAnswer, type RequestWatch } from './receive-answer.ts';

/** A response that switches to another protocol: the connection belongs to the caller. */
export interface SwitchedAnswer {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly socket: Duplex;
}

/**
 * Requests another protocol (`options.upgrade`) on a connection of its own. Resolves with that connection, or with the
 * response of a server that refuses. Rejects like {@link receiveAnswer}.
 */
export async function requestUpgrade(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  watch: RequestWatch = {},
): Promise<SwitchedAnswer | Answer> {
  return new Promise((resolve, reject) => {
    const onUpgrade: RequestWatch['onUpgrade'] = (status, headers, socket) => {
      // The caller adds its own listeners later.
      socket.on('error', () => undefined);
      resolve({ status, headers, socket });
    };
    receiveAnswer(dispatcher, options, { ...watch, onUpgrade }).then(resolve, reject);
  });
}
