import {
  createVirtualClock,
  expired,
  failureStatus,
  type KubernetesObject,
  type Status,
  StatusError,
  type StatusReason,
  type VirtualClock,
} from '@kb/apimachinery';
import { expect } from 'vitest';
import type { LogEntry } from '../log/logger.ts';
import type { ReflectorStore } from '../reflector/shared/reflector-store.ts';
import { createReflector, type Reflector, type ReflectorOptions } from '../reflector/reflector.ts';
import { recordingLogger } from './recording-logger.ts';
import type { ScriptedSource } from './scripted-source.ts';

/** A reflector that runs against a script. */
export interface ReflectorSetting {
  readonly clock: VirtualClock;
  readonly reflector: Reflector;
  /** The calls of the store, in order. */
  readonly told: string[];
  readonly lines: LogEntry[];
  readonly stop: () => Promise<void>;
}

function recordingStore(told: string[]): ReflectorStore<KubernetesObject> {
  const name = (object: KubernetesObject): string => `${object.metadata.name}@${object.metadata.resourceVersion}`;
  return {
    add: (object) => void told.push(`add ${name(object)}`),
    update: (object) => void told.push(`update ${name(object)}`),
    delete: (object) => void told.push(`delete ${name(object)}`),
    replacement: () => {
      const objects = new Map<string, KubernetesObject>();
      return {
        get size() {
          return objects.size;
        },
        set: (object) => void objects.set(object.metadata.name, object),
        delete: (object) => void objects.delete(object.metadata.name),
        commit: (version) => void told.push(`replace ${[...objects.values()].map(name).join(',')} @${version}`),
      };
    },
    bookmark: (version) => void told.push(`bookmark ${version}`),
  };
}

/** Runs a reflector against a script; random numbers are 0, so waits are the shortest. */
export async function startReflector(
  source: ScriptedSource,
  options: Partial<ReflectorOptions<KubernetesObject>> = {},
): Promise<ReflectorSetting> {
  const clock = createVirtualClock();
  const told: string[] = [];
  const { log, lines } = recordingLogger();
  const reflector = createReflector({
    name: 'things',
    source,
    store: recordingStore(told),
    clock,
    random: () => 0,
    log,
    ...options,
  });
  const end = new AbortController();
  const running = reflector.run(end.signal);
  await clock.settle();
  const stop = async (): Promise<void> => {
    end.abort(new Error('test over'));
    await running;
    expect(clock.pending()).toBe(0);
    expect(reflector.state().phase).toBe('stopped');
  };
  return { clock, reflector, told, lines, stop };
}

/** A Status as an error. */
export const failure = (code: number, reason: StatusReason, more: Partial<Status> = {}): StatusError =>
  new StatusError({ ...failureStatus({ code, reason, message: reason }), ...more });
/** A 410. */
export const gone = (): StatusError => new StatusError(expired('too old resource version: 1 (9)'));
/** A connection that fails. */
export const connectionError = (code = 'ECONNREFUSED'): Error => Object.assign(new Error(`connect ${code}`), { code });
