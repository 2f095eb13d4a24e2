import type { ReflectorMetrics, ReflectorMetricsProvider } from '../reflector/reflector-metrics.ts';

/**
 * Makes a provider for reflectors that are made before it is known what they count with: `provider` is asked when one
 * first counts. Undefined: it counts nothing.
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
