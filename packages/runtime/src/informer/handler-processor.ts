import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import type { Logger } from '../log/logger.ts';
import type { LoopTurns } from '../loop-turns.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';

/** A change that a handler gets. */
export type Notification<T extends KubernetesObject> =
  | { readonly type: 'add'; readonly object: DeepReadonly<T>; readonly isInInitialList: boolean }
  | { readonly type: 'update'; readonly objectOld: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly type: 'delete'; readonly object: DeepReadonly<T>; readonly finalStateUnknown: boolean }
  /** The handler has got every object that existed at the beginning. */
  | { readonly type: 'synced' };

/** Calls one handler: client-go's processorListener. A slow handler costs memory, but does not delay the others. */
export interface HandlerProcessor<T extends KubernetesObject> {
  /** Adds a notification; the handler is called after the earlier ones. */
  notify(notification: Notification<T>): void;
  /** How many notifications wait. */
  readonly waiting: number;
  /** Whether the `synced` notification was reached. */
  hasSynced(): boolean;
  /** Resolves when the `synced` notification is reached. */
  readonly synced: Promise<void>;
  /** Ends the calls. Resolves when the call that runs, if any, has returned. */
  stop(): Promise<void>;
}

/** Makes the processor of one handler. Between calls the event loop gets its `turns`. */
export function createHandlerProcessor<T extends KubernetesObject>(
  handler: ResourceEventHandler<T>,
  log: Logger,
  turns: LoopTurns,
): HandlerProcessor<T> {
  let pending: Notification<T>[] = [];
  /** How many of `pending` were delivered. */
  let delivered = 0;
  let running = false;
  let stopped = false;
  let hasSynced = false;
  let resolveSynced: () => void = () => undefined;
  const synced = new Promise<void>((resolve) => {
    resolveSynced = resolve;
  });
  const waitingForIdle: (() => void)[] = [];

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
        resolveSynced();
    }
  };

  const failed = (error: unknown): void => log.error(error, 'Event handler failed');

  /** Calls the handler until it has to wait for a call, or for a turn of the event loop. */
  const run = (isOwnTurn: boolean): void => {
    running = true;
    let mayCall = isOwnTurn;
    for (;;) {
      const notification = pending[delivered];
      // Undefined too when `stop` has emptied the list.
      if (notification === undefined) break;
      const turn = mayCall ? undefined : turns.beforeStep();
      mayCall = false;
      if (turn) {
        forgetDelivered();
        void turn.then(() => run(true));
        return;
      }
      delivered += 1;
      try {
        const result = call(notification);
        if (result instanceof Promise) {
          forgetDelivered();
          result.catch(failed).finally(() => run(false));
          return;
        }
      } catch (error) {
        failed(error);
      }
    }
    pending = [];
    delivered = 0;
    running = false;
    for (const resolve of waitingForIdle.splice(0)) resolve();
  };

  /**
   * Drops the delivered notifications when they are more than half, so that each one is moved a few times at most.
   */
  const forgetDelivered = (): void => {
    if (delivered < 1000 || delivered * 2 < pending.length) return;
    pending = pending.slice(delivered);
    delivered = 0;
  };

  return {
    notify: (notification) => {
      if (stopped) return;
      pending.push(notification);
      if (!running) run(false);
    },
    get waiting() {
      return pending.length - delivered;
    },
    hasSynced: () => hasSynced,
    synced,
    stop: () => {
      stopped = true;
      pending = [];
      delivered = 0;
      if (!running) return Promise.resolve();
      return new Promise((resolve) => {
        waitingForIdle.push(resolve);
      });
    },
  };
}
