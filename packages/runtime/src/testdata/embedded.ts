import {
  type ApplyInput,
  createVirtualClock,
  defineResource,
  type HttpRequest,
  type HttpResponse,
  type KubernetesObject,
  type ObjectInput,
  type Resource,
  type Transport,
  type VirtualClock,
} from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { type Client, createClient } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { expect } from 'vitest';
import type { Controller } from '../controller/controller.ts';
import type { LogEntry } from '../log/logger.ts';
import { createManager, type Manager, type ManagerOptions } from '../manager/manager.ts';
import { recordingLogger } from './recording-logger.ts';

/** The kind that the controllers under test reconcile. */
export interface Widget extends KubernetesObject {
  spec: { size?: number; data?: Record<string, string> };
  status?: { observedSize?: number };
}

export const widgets: Resource<Widget, ApplyInput<Widget>, 'status'> = defineResource({
  group: 'test.example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
});

const object = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const widgetCrd = {
  metadata: { name: 'widgets.test.example.com' },
  spec: {
    group: 'test.example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: object, status: object } } },
      },
    ],
  },
};

/** What a test may do with a request before, or instead of, the server: answer it, fail it, or let it pass (undefined). */
export type Interceptor = (
  request: HttpRequest,
  signal: AbortSignal | undefined,
  forward: () => Promise<HttpResponse>,
) => HttpResponse | Promise<HttpResponse | undefined> | undefined;

/** Never answers; rejects when it is aborted. */
export function noAnswer(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** Lets every event of the watches of a resource come late. */
export function lateWatch(plural: string, clock: VirtualClock, delay: number): Interceptor {
  return async (request, signal, forward) => {
    if (!request.path.includes(`/${plural}?`) || !request.path.includes('watch=')) return undefined;
    const { body, ...rest } = await forward();
    if (body instanceof Uint8Array) return { body, ...rest };
    async function* late(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const chunk of chunks) {
        await clock.sleep(delay, signal);
        yield chunk;
      }
    }
    return { ...rest, body: late(body) };
  };
}

/** An embedded API server on virtual time, with managers on it. */
export interface Embedded {
  readonly clock: VirtualClock;
  readonly client: Client;
  /** The requests of managers that write: `PATCH configmaps/web`. */
  readonly writes: string[];
  readonly lines: LogEntry[];
  /** Looks at the requests of managers. */
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
  const clock = createVirtualClock();
  let seed = 0;
  const random = (): number => {
    seed = (seed * 16_807 + 12_345) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport, clock, random, fieldManager: 'test' });
  const crd = widgetCrd as unknown as ObjectInput<typeof customResourceDefinitions extends Resource<infer T, infer _> ? T : never>;
  await client.create(customResourceDefinitions, crd);
  await clock.advance(1000);

  const writes: string[] = [];
  const { log, lines } = recordingLogger();
  const managers: { manager: Manager; running: Promise<void> }[] = [];

  const embedded: Embedded = {
    clock,
    client,
    writes,
    lines,
    intercept: undefined,
    manager: (controllers, options) => {
      const transport: Transport = {
        send: async (request, signal) => {
          const path = request.path.split('?', 1)[0] ?? '';
          if (request.method !== 'GET') writes.push(`${request.method} ${path.split('/').slice(-2).join('/')}`);
          const forward = (): Promise<HttpResponse> => server.transport.send(request, signal);
          return (await embedded.intercept?.(request, signal, forward)) ?? forward();
        },
      };
      return createManager({ client: createClient({ transport, clock, random }), clock, random, controllers, log, ...options });
    },
    start: async (controllers, options) => {
      const manager = embedded.manager(controllers, options);
      const running = manager.start();
      running.catch(() => undefined);
      managers.push({ manager, running });
      await clock.settle();
      await manager.ready;
      await clock.settle();
      return manager;
    },
    widget: async (name, spec = {}) => {
      const made = await client.create(widgets, { metadata: { name, namespace: 'default' }, spec });
      await clock.settle();
      return made;
    },
    stop: async () => {
      embedded.intercept = undefined;
      for (const { manager } of managers) {
        const stopping = manager.stop();
        await clock.settle();
        await stopping;
      }
      await server.stop();
      expect(clock.pending()).toBe(0);
    },
  };
  return embedded;
}
