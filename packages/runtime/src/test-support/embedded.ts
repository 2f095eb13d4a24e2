import type { VirtualClock } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { Controller } from '../controller/controller.ts';
import type { LogEntry } from '../log/logger.ts';
import type { Manager } from '../manager/manager.ts';
import type { ManagerOptions } from '../manager/manager-options.ts';
import { startEmbeddedEnvironment } from '../../test/scenarios/embedded-environment.ts';
import type { Interceptor } from '../../test/scenarios/scenario.ts';
import { type Widget, widgets } from './widgets.ts';

/** Delays every event of the watches of a resource; the initial events of a streaming list come at once. */
export function lateWatch(plural: string, clock: VirtualClock, delay: number): Interceptor {
  return async (request, signal, forward) => {
    if (!request.path.includes(`/${plural}?`) || !request.path.includes('watch=')) return undefined;
    const { body, ...rest } = await forward();
    if (body instanceof Uint8Array) return { body, ...rest };
    async function* late(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      let isList = request.path.includes('sendInitialEvents=');
      for await (const chunk of chunks) {
        if (!isList) await clock.sleep(delay, signal);
        else isList = !new TextDecoder().decode(chunk).includes('k8s.io/initial-events-end');
        yield chunk;
      }
    }
    return { ...rest, body: late(body) };
  };
}

/** The embedded environment of the scenarios, as tests of controllers use it. */
export interface Embedded {
  readonly clock: VirtualClock;
  readonly client: Client;
  /** The requests of managers that write: `PATCH configmaps/web`. */
  readonly writes: string[];
  readonly lines: readonly LogEntry[];
  /** Gets the requests of managers first. */
  intercept: Interceptor | undefined;
  /** Makes a manager; not started. */
  manager(controllers: Controller[], options?: Partial<ManagerOptions>): Manager;
  /** Makes a manager and starts it; resolves when it works. */
  start(controllers: Controller[], options?: Partial<ManagerOptions>): Promise<Manager>;
  /** Creates a Widget in the namespace default. */
  widget(name: string, spec?: Widget['spec']): Promise<Widget>;
  /** Stops every manager and the server, and checks that no timer is left. */
  stop(): Promise<void>;
}

/** Starts a server. Time moves only when a test moves it. */
export async function startEmbedded(): Promise<Embedded> {
  const environment = await startEmbeddedEnvironment();
  const { client, virtualClock: clock, writes, lines, namespace } = environment;
  return {
    clock,
    client,
    writes,
    lines,
    get intercept() {
      return environment.intercept;
    },
    set intercept(interceptor) {
      environment.intercept = interceptor;
    },
    manager: (controllers, options) => environment.manager({ controllers, ...options }),
    start: (controllers, options) => environment.start({ controllers, ...options }),
    widget: async (name, spec = {}) => {
      const made = await client.create(widgets, { metadata: { name, namespace }, spec });
      await clock.settle();
      return made;
    },
    stop: () => environment.end(),
  };
}
