import {
  createVirtualClock,
  type HttpResponse,
  repeatOnVirtualTime,
  seededRandom,
  type VirtualClock,
} from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient, loadKubeConfig } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import assert from 'node:assert/strict';
import { createManager } from '../../src/manager/create-manager.ts';
import type { Manager } from '../../src/manager/manager.ts';
import { recordingLogger } from '../../src/test-support/recording-logger.ts';
import { racks, widgetDefinition, widgets } from '../../src/test-support/widgets.ts';
import { interceptedTransport } from './intercepted-transport.ts';
import type { ScenarioEnvironment } from './scenario.ts';
import { createInProcessPlaces } from './serving-place.ts';

/** A {@link ScenarioEnvironment} that has to be stopped. */
export interface EndingEnvironment extends ScenarioEnvironment {
  readonly virtualClock: VirtualClock;
  /** Scenarios may empty it. */
  readonly writes: string[];
  /** Stops every manager and the server, and checks that no timer is left. Rejects when something is. */
  end(): Promise<void>;
}

/** Starts an embedded API server on virtual time. */
export async function startEmbeddedEnvironment(): Promise<EndingEnvironment> {
  const clock = createVirtualClock();
  const random = seededRandom(1);
  const places = createInProcessPlaces();
  const server = createApiServer({ clock, random, webhooks: { transport: ({ origin }) => places.reach(origin) } });
  const client = createClient({ transport: server.transport, clock, fieldManager: 'scenario' });
  for (const resource of [widgets, racks]) await client.create(customResourceDefinitions, widgetDefinition(resource));
  await clock.advance(1000);

  const writes: string[] = [];
  const { log, lines } = recordingLogger();
  const managers: { readonly manager: Manager; running: Promise<void> | undefined }[] = [];

  const transport = interceptedTransport(server.transport, {
    interceptor: () => environment.intercept,
    onWrite: (line) => void writes.push(line),
  });

  const environment: EndingEnvironment = {
    isReal: false,
    clock,
    virtualClock: clock,
    random,
    client,
    transport: server.transport,
    access: async () => {
      const listening = await server.listen({ tls: true });
      const readFile = async (): Promise<Uint8Array> => new TextEncoder().encode(listening.kubeconfig());
      return loadKubeConfig({ path: '/kubeconfig', env: {}, clock, readFile });
    },
    namespace: 'default',
    writes,
    lines,
    intercept: undefined,
    manager: (options) => {
      const observed = {
        ...(options.tracer && { tracer: options.tracer }),
        ...(options.metrics && { observe: options.metrics.requests }),
      };
      const made = createManager({
        client: createClient({ transport, clock, fieldManager: 'scenario-operator', ...observed }),
        clock,
        random,
        controllers: [],
        log,
        ...options,
      });
      managers.push({ manager: made, running: undefined });
      return made;
    },
    start: async (options) => {
      const manager = environment.manager(options);
      const running = manager.start();
      running.catch(() => undefined);
      let ready = false;
      const becomesReady = manager.ready.then(() => {
        ready = true;
      });
      await Promise.race([clock.runUntil(() => ready), becomesReady]);
      await becomesReady;
      await clock.settle();
      return manager;
    },
    eventually: (check, timeoutMs) => repeatOnVirtualTime(clock, check, { timeoutMs }),
    place: () => Promise.resolve(places.make()),
    settle: () => clock.settle(),
    end: async () => {
      environment.intercept = undefined;
      for (const { manager } of managers) {
        let stopped = false;
        const stopping = manager.stop().then(() => {
          stopped = true;
        });
        await clock.settle();
        if (!stopped) await clock.runUntil(() => stopped);
        await stopping;
      }
      await server.stop();
      // Watches over sockets notice their end in the following turns.
      await clock.settle();
      assert.equal(clock.pending(), 0, 'timers are left');
    },
  };
  return environment;
}

/** Never resolves; rejects when it is aborted. */
export function noAnswer(signal: AbortSignal | undefined): Promise<HttpResponse> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
