import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import type { Logger } from '../log/logger.ts';

/** Told what happens to the objects of an informer, one call at a time, in order: cache.ResourceEventHandler. A handler that throws misses that call only. */
export interface ResourceEventHandler<T extends KubernetesObject> {
  /** `isInInitialList`: it was there before the handler was. */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void | Promise<void>;
  /** Also called with twice the same object, when the informer hands everything on again. */
  onUpdate?(objectOld: DeepReadonly<T>, object: DeepReadonly<T>): void | Promise<void>;
  /** `finalStateUnknown`: the delete itself was missed, so the object may be older than it. */
  onDelete?(object: DeepReadonly<T>, finalStateUnknown: boolean): void | Promise<void>;
}

/** What an informer has to tell a handler. */
export type Notification<T extends KubernetesObject> =
  | { readonly type: 'add'; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly objectOld: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly type: 'delete'; readonly object: DeepReadonly<T>; readonly finalStateUnknown: boolean }
  /** Everything that was there at the beginning has been told. */
  | { readonly type: 'synced' };

/** Tells one handler: client-go's processorListener. A slow handler costs memory, but holds up no other. */
export interface HandlerProcessor<T extends KubernetesObject> {
  tell(notification: Notification<T>): void;
  /** Whether `synced` has been told. */
  hasSynced(): boolean;
  /** Resolves when `synced` has been told. */
  readonly synced: Promise<void>;
  /** Tells nothing more. The call that runs is not waited for. */
  stop(): void;
}

/** Makes the processor of one handler. */
export function createHandlerProcessor<T extends KubernetesObject>(
  handler: ResourceEventHandler<T>,
  log: Logger,
): HandlerProcessor<T> {
  let pending: Notification<T>[] = [];
  let running = false;
  let stopped = false;
  let hasSynced = false;
  const synced = Promise.withResolvers<void>();

  const call = (notification: Notification<T>): void | Promise<void> => {
    switch (notification.type) {
      case 'add':
        return handler.onAdd?.(notification.object, notification.isInInitialList);
      case 'update':
        return handler.onUpdate?.(notification.objectOld, notification.object);
      case 'delete':
        return handler.onDelete?.(notification.object, notification.finalStateUnknown);
      case 'synced':
        hasSynced = true;
        synced.resolve();
    }
  };

  const failed = (error: unknown): void => log.error(error, 'Event handler failed');

  /** Calls until one call has to be waited for. */
  const run = (): void => {
    running = true;
    for (let next = 0; ; next += 1) {
      const notification = pending[next];
      // Also when stop emptied the list meanwhile.
      if (notification === undefined) break;
      try {
        const result = call(notification);
        if (result !== undefined) {
          pending = pending.slice(next + 1);
          result.catch(failed).finally(run);
          return;
        }
      } catch (error) {
        failed(error);
      }
    }
    pending = [];
    running = false;
  };

  return {
    tell: (notification) => {
      if (stopped) return;
      pending.push(notification);
      if (!running) run();
    },
    hasSynced: () => hasSynced,
    synced: synced.promise,
    stop: () => {
      stopped = true;
      pending = [];
    },
  };
}
