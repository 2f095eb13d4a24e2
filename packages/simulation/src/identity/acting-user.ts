import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transport } from '@kb/apimachinery';

/** A user of the API server. */
export interface ComponentUser {
  readonly name: string;
  /** Default: those of every user, and of a ServiceAccount if the name is that of one. */
  readonly groups?: readonly string[];
}

/** Who sends a request: `administrator` is the user of the simulation's own transport. */
export type Acting = ComponentUser | 'administrator';

/** Who acts at the moment: all requests that a reconcile makes, also those in the background, are its component's. */
const acting = new AsyncLocalStorage<Acting>();

/** Does work whose requests are those of a user. */
export function actAs<T>(user: Acting, work: () => T): T {
  return acting.run(user, work);
}

/** Options of {@link createActingTransport}. */
export interface ActingTransportOptions {
  /** The transport of the administrator. */
  readonly transport: Transport;
  readonly transportFor: (user: ComponentUser) => Transport;
  /** Who sends what no work does: the lists and watches of caches. */
  readonly otherwise: ComponentUser;
}

/** Creates a transport that sends each request as the user who acts at the moment. */
export function createActingTransport({ transport, transportFor, otherwise }: ActingTransportOptions): Transport {
  const transports = new Map<string, Transport>();
  const transportOf = (user: ComponentUser): Transport => {
    const known = transports.get(user.name) ?? transportFor(user);
    transports.set(user.name, known);
    return known;
  };
  return {
    send: (request, signal) => {
      const user = acting.getStore() ?? otherwise;
      return (user === 'administrator' ? transport : transportOf(user)).send(request, signal);
    },
  };
}
