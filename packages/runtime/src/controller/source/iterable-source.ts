import { loopTurns } from '../../loop-turns.ts';
import { createReflectorBackoff } from '../../reflector/retry/backoff.ts';
import { describeError } from '../../log/describe-error.ts';
import { genericEvent, outsideDelivery, type OutsideHandler, type OutsideSourceOptions } from './outside-events.ts';
import type { Source, SourceContext } from './source.ts';

/**
 * Makes a source of the values of an async iterable. When the iteration fails, a function is called again with back-off
 * (800 ms to 30 s, like a watch); an iterable cannot be iterated twice, so its error is logged and ends it. Stopping
 * the source ends the iteration.
 *
 * ```ts
 * controllerFor(apps).watchesRawSource(
 *   iterableSource((signal) => messagesOf(queue, signal), ({ app }) => [{ name: app }]),
 * );
 * ```
 */
export function iterableSource<T>(
  values: AsyncIterable<T> | ((signal: AbortSignal) => AsyncIterable<T>),
  to: OutsideHandler<T>,
  options: OutsideSourceOptions<T> = {},
): Source {
  const name = options.name ?? 'iterable source';
  const delivery = outsideDelivery(to, options);

  /** Delivers values until they end; returns whether the iteration failed. */
  const deliverAll = async ({ deliver, signal, clock, log }: SourceContext): Promise<boolean> => {
    const turns = loopTurns(clock);
    let iterator: AsyncIterator<T> | undefined;
    const endIterator = async (): Promise<void> => {
      try {
        await iterator?.return?.();
      } catch (error) {
        log.debug('Source did not end well', { source: name, error: describeError(error).message });
      }
    };
    const end = (): void => void endIterator();
    signal.addEventListener('abort', end, { once: true });
    try {
      iterator = (typeof values === 'function' ? values(signal) : values)[Symbol.asyncIterator]();
      for (;;) {
        const next = await iterator.next();
        if (next.done || signal.aborted) return false;
        deliver(genericEvent(next.value), delivery);
        // All values may be ready at once.
        const turn = turns.beforeStep();
        if (turn) await turn;
      }
    } catch (error) {
      if (!signal.aborted) log.error(error, 'Source failed', { source: name });
      return true;
    } finally {
      signal.removeEventListener('abort', end);
    }
  };

  const run = async (context: SourceContext): Promise<void> => {
    const { signal, clock, random } = context;
    const backoff = createReflectorBackoff(clock, random);
    while (!signal.aborted) {
      const delay = backoff();
      const failed = await deliverAll(context);
      if (!failed || typeof values !== 'function' || signal.aborted) return;
      await clock.sleep(delay, signal);
    }
  };

  return {
    name,
    start: (context) => {
      run(context).catch((error: unknown) => {
        if (!context.signal.aborted) throw error;
      });
    },
  };
}
