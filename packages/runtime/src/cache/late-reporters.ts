import type { Logger } from '../log/logger.ts';
import type { ReflectorMetrics, ReflectorMetricsProvider } from '../reflector/shared/reflector-metrics.ts';

/** Creates a logger for a cache that gets its logger later: `target` is called for each line. */
export const lateLogger = (target: () => Logger): Logger => ({
  enabled: (level) => target().enabled(level),
  debug: (message, values) => target().debug(message, values),
  info: (message, values) => target().info(message, values),
  error: (error, message, values) => target().error(error, message, values),
  with: (values) => lateLogger(() => target().with(values)),
  named: (name) => lateLogger(() => target().named(name)),
});

/**
 * Creates the metrics for a cache that gets its metrics later: `provider` is called when a reflector first counts.
 * Nothing is counted while it returns undefined.
 */
export function lateMetrics(provider: () => ReflectorMetricsProvider | undefined): ReflectorMetricsProvider {
  return {
    reflector: (...names) => {
      let made: ReflectorMetrics | undefined;
      const metrics = (): ReflectorMetrics | undefined => (made ??= provider()?.reflector(...names));
      return {
        list: (list) => metrics()?.list(list),
        watchOpened: () => metrics()?.watchOpened(),
        received: (events) => metrics()?.received(events),
        watchEnded: (watch) => metrics()?.watchEnded(watch),
        failed: (reason) => metrics()?.failed(reason),
      };
    },
  };
}
