import { createClient, loadKubeConfig, systemClock, systemRandom } from '@kb/client';
import { namespaces } from '@kb/kubernetes/core/v1';
import { createLogger, createManager, type LogEntry, type Manager } from '@kb/runtime';
import { createLoopbackPlace, interceptedTransport, type ScenarioEnvironment } from '@kb/runtime/scenarios';
import { eventually } from '../patience.ts';
import type { Target } from '../targets/target.ts';

/** A {@link ScenarioEnvironment} on a target, in real time. */
export interface RealTimeEnvironment extends ScenarioEnvironment {
  /** Stops every manager and deletes the namespace. */
  end(): Promise<void>;
}

/** Creates an environment with its own namespace. */
export async function createRealTimeEnvironment({
  client,
  transport,
  kubeconfig,
  real,
}: Target): Promise<RealTimeEnvironment> {
  const created = await client.create(namespaces, { metadata: { generateName: 'scenario-' } });
  const namespace = created.metadata.name;
  const clock = systemClock;
  const random = systemRandom;
  const writes: string[] = [];
  const lines: LogEntry[] = [];
  const log = createLogger({ clock, sink: (entry) => void lines.push(entry), level: 'debug' });
  const managers: Manager[] = [];

  const environment: RealTimeEnvironment = {
    isReal: real,
    clock,
    virtualClock: undefined,
    random,
    client,
    transport,
    access: () => loadKubeConfig({ path: kubeconfig }),
    namespace,
    writes,
    lines,
    intercept: undefined,
    manager: ({ cache, ...options }) => {
      const operatorTransport = interceptedTransport(transport, {
        interceptor: () => environment.intercept,
        onWrite: (line) => void writes.push(line),
      });
      const manager = createManager({
        client: createClient({ transport: operatorTransport, clock, fieldManager: 'scenario-operator' }),
        clock,
        random,
        controllers: [],
        log,
        cache: { namespaces: [namespace], ...cache },
        ...options,
      });
      managers.push(manager);
      return manager;
    },
    start: async (options) => {
      const manager = environment.manager(options);
      // `ready` and the end report this rejection; it may happen before they are awaited.
      manager.start().catch(() => undefined);
      await manager.ready;
      return manager;
    },
    eventually: (check, timeoutMs) => eventually(check, timeoutMs === undefined ? {} : { timeoutMs }),
    place: createLoopbackPlace,
    settle: () => Promise.resolve(),
    end: async () => {
      environment.intercept = undefined;
      await Promise.all(managers.map((manager) => manager.stop()));
      await client.delete(namespaces, namespace);
    },
  };
  return environment;
}
