import type { Channel } from './channel.ts';
import { genericEvent, outsideDelivery, type OutsideHandler, type OutsideSourceOptions } from './outside-events.ts';
import type { Source } from './source.ts';

/**
 * The events of a channel: source.Channel.
 *
 * ```ts
 * const calls = createChannel<{ app: string }>();
 * controllerFor(apps).watchesRawSource(channelSource(calls, ({ app }) => [{ namespace: 'default', name: app }]));
 * await calls.send({ app: 'web' });
 * ```
 */
export function channelSource<T>(
  channel: Channel<T>,
  to: OutsideHandler<T>,
  options: OutsideSourceOptions<T> = {},
): Source {
  const delivery = outsideDelivery(to, options);
  return {
    name: options.name ?? 'channel source',
    start: ({ deliver, signal }) => {
      if (signal.aborted) return;
      const stop = channel.receive((event) => deliver(genericEvent(event), delivery));
      signal.addEventListener('abort', stop, { once: true });
    },
  };
}
