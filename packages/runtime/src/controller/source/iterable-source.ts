import { loopTurns } from '../../loop-turns.ts';
import { createReflectorBackoff } from '../../reflector/backoff.ts';
import { describeError } from '../../log/describe-error.ts';
import { genericEvent, outsideDelivery, type OutsideHandler, type OutsideSourceOptions } from './outside-events.ts';
import type { Source, SourceContext } from './source.ts';

/**
 * The values of an async iterable. A function is called anew with back-off (800 ms to 30 s, as watches) when what it
 * answered throws; an iterable cannot be asked twice, so that its error, which is logged, is its end. Taking the source
 * away ends the iteration.
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

  /** Until the values end; answers whether they failed. */
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
        // What is iterated may have all its values ready.
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
