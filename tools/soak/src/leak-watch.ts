import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The live resources of the process. */
export interface Alive {
  /** Bytes of the heap after a garbage collection. */
  readonly heap: number;
  readonly signals: number;
  /** Listeners of these signals. */
  readonly listeners: number;
}

/** Counts resources that could leak. */
export interface LeakWatch {
  /** Collects garbage and counts the remaining resources. */
  measure(): Promise<Alive>;
}

/** Starts recording every new AbortSignal. */
export function startLeakWatch(): LeakWatch {
  let signals: WeakRef<AbortSignal>[] = [];
  const note = <S extends AbortSignal>(signal: S): S => {
    signals.push(new WeakRef(signal));
    return signal;
  };
  globalThis.AbortController = new Proxy(AbortController, {
    construct: (target, args, newTarget) => {
      const made = Reflect.construct(target, args, newTarget) as AbortController;
      note(made.signal);
      return made;
    },
  });
  const any = AbortSignal.any.bind(AbortSignal);
  AbortSignal.any = (sources) => note(any(sources));

  return {
    measure: async () => {
      // Objects that a turn of the event loop has dereferenced live until its end.
      for (let turn = 0; turn < 3; turn += 1) {
        collectGarbage();
        await new Promise((resolve) => setImmediate(resolve));
      }
      signals = signals.filter((reference) => reference.deref() !== undefined);
      let listeners = 0;
      for (const reference of signals) {
        const signal = reference.deref();
        if (signal) listeners += getEventListeners(signal, 'abort').length;
      }
      return { heap: process.memoryUsage().heapUsed, signals: signals.length, listeners };
    },
  };
}

/** Collects the garbage of the process. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
