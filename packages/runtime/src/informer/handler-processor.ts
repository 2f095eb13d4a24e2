import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import type { Logger } from '../log/logger.ts';
import type { LoopTurns } from '../loop-turns.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';

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
  /** How many notifications wait. */
  readonly waiting: number;
  /** Whether `synced` has been told. */
  hasSynced(): boolean;
  /** Resolves when `synced` has been told. */
  readonly synced: Promise<void>;
  /** Tells nothing more. Resolves when the call that runs, if any, has returned. */
  stop(): Promise<void>;
}

/** Makes the processor of one handler. Between its calls the event loop has its `turns`. */
export function createHandlerProcessor<T extends KubernetesObject>(
  handler: ResourceEventHandler<T>,
  log: Logger,
  turns: LoopTurns,
): HandlerProcessor<T> {
  let pending: Notification<T>[] = [];
  /** How many of `pending` have been told. */
  let told = 0;
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

  /** Calls until one call, or a turn of the event loop, has to be waited for. */
  const run = (isOwnTurn: boolean): void => {
    running = true;
    let mayCall = isOwnTurn;
    for (;;) {
      const notification = pending[told];
      // Also when stop emptied the list meanwhile.
      if (notification === undefined) break;
      const turn = mayCall ? undefined : turns.beforeStep();
      mayCall = false;
      if (turn) {
        forgetTold();
        void turn.then(() => run(true));
        return;
      }
      told += 1;
      try {
        const result = call(notification);
        if (result instanceof Promise) {
          forgetTold();
          result.catch(failed).finally(() => run(false));
          return;
        }
      } catch (error) {
        failed(error);
      }
    }
    pending = [];
    told = 0;
    running = false;
    for (const resolve of waitingForIdle.splice(0)) resolve();
  };

  /**
   * Lets go of what was told, when it is more than what was not: so every notification is moved a few times at most.
   */
  const forgetTold = (): void => {
    if (told < 1000 || told * 2 < pending.length) return;
    pending = pending.slice(told);
    told = 0;
  };

  return {
    tell: (notification) => {
      if (stopped) return;
      pending.push(notification);
      if (!running) run(false);
    },
    get waiting() {
      return pending.length - told;
    },
    hasSynced: () => hasSynced,
    synced,
    stop: () => {
      stopped = true;
      pending = [];
      told = 0;
      if (!running) return Promise.resolve();
      return new Promise((resolve) => {
        waitingForIdle.push(resolve);
      });
    },
  };
}
