import type { Clock, Random } from '@kb/apimachinery';
import { isNotFound } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { minutes, seconds } from '@kb/runtime';
import { NAMESPACE, tasks } from './tasks.ts';

/** A client that changes objects continuously. */
export interface Workload {
  readonly counts: { created: number; updated: number; deleted: number; recreated: number; tampered: number };
  /** Creates the initial objects. */
  begin(objects: number): Promise<void>;
  /** Changes, deletes and recreates `count` objects at once. */
  churn(objects: number): Promise<void>;
  /** Whether the workload makes changes. */
  active: boolean;
  run(signal: AbortSignal): Promise<void>;
}

/** The dependencies of a workload. */
export interface WorkloadOptions {
  /** A client without faults. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
}

/** Makes a workload. */
export function createWorkload({ client, clock, random }: WorkloadOptions): Workload {
  const counts = { created: 0, updated: 0, deleted: 0, recreated: 0, tampered: 0 };
  const names: string[] = [];
  let made = 0;

  const create = async (name: string): Promise<void> => {
    await client.create(tasks, {
      metadata: { name, namespace: NAMESPACE },
      spec: { value: Math.floor(random() * 1e6) },
    });
    names.push(name);
  };
  const nextName = (): string => `task-${String((made += 1)).padStart(6, '0')}`;
  const any = (): number => Math.floor(random() * names.length);

  const update = async (): Promise<void> => {
    const name = names[any()];
    if (name === undefined) return;
    const value = Math.floor(random() * 1e6);
    await client.patch(tasks, { namespace: NAMESPACE, name }, { type: 'merge', value: { spec: { value } } });
    counts.updated += 1;
  };

  /** Deletes an object and its dependents, as the garbage collector would. */
  const remove = async (): Promise<string | undefined> => {
    const at = any();
    const name = names[at];
    const last = names.pop();
    if (name === undefined || last === undefined) return undefined;
    if (name !== last) names[at] = last;
    await client.delete(tasks, { namespace: NAMESPACE, name });
    counts.deleted += 1;
    return name;
  };

  /** Deletes objects whose owner does not exist, as the garbage collector does. */
  const collect = async (name: string): Promise<void> => {
    const missing = (error: unknown): undefined => {
      if (!isNotFound(error)) throw error;
      return undefined;
    };
    const key = { namespace: NAMESPACE, name };
    const [task, map] = await Promise.all([
      client.get(tasks, key).catch(missing),
      client.get(configMaps, key).catch(missing),
    ]);
    if (map && map.metadata.ownerReferences?.[0]?.uid !== task?.metadata.uid) await client.delete(configMaps, key);
  };

  /** Another client changes the operator's objects. */
  const tamper = async (): Promise<void> => {
    const name = names[any()];
    if (name === undefined) return;
    const patch = { type: 'merge' as const, value: { data: { value: 'tampered' } } };
    await client
      .patch(configMaps, { namespace: NAMESPACE, name }, patch, { fieldManager: 'somebody' })
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    counts.tampered += 1;
  };

  const dead: string[] = [];
  /** Deletes an object, and recreates it in half of the cases. */
  const replace = async (): Promise<void> => {
    const name = await remove();
    if (name === undefined) return;
    dead.push(name);
    if (random() < 0.5) return;
    await create(name);
    counts.recreated += 1;
  };
  const turn = async (): Promise<void> => {
    for (let n = Math.floor(random() * 4); n > 0; n -= 1) await update();
    if (random() < 0.1) await create(nextName()).then(() => (counts.created += 1));
    if (random() < 0.1) await replace();
    if (random() < 0.05) await tamper();
    // Occasionally a burst.
    if (random() < 0.005) for (let n = 0; n < 300; n += 1) await update();
    for (const name of dead) await collect(name);
    if (dead.length > 40) dead.splice(0, dead.length - 40);
  };

  const workload: Workload = {
    counts,
    active: true,
    begin: async (objects) => {
      for (let n = 0; n < objects; n += 1) await create(nextName());
      counts.created += objects;
    },
    churn: async (objects) => {
      for (let n = 0; n < objects; n += 1) {
        await update();
        await replace();
        await create(nextName());
        counts.created += 1;
      }
    },
    run: async (signal) => {
      while (!signal.aborted) {
        if (workload.active) await turn();
        // Also after the loop: the last deleted objects may have been created just before.
        else for (const name of dead) await collect(name);
        await clock.sleep(workload.active ? seconds(30 + 60 * random()) : minutes(2), signal).catch(() => undefined);
      }
    },
  };
  return workload;
}
