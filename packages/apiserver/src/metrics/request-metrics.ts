import { type Counter, exponentialBuckets, type Histogram, type MetricsRegistry } from '@kb/apimachinery/metrics';
import { createWatermark, type Watermark } from './watermark.ts';

/** What a request is about, as labels. */
export interface EndpointLabels {
  /** The method in upper case, but `LIST`, `WATCH`, `APPLY` and `CONNECT` for what these are. */
  readonly verb: string;
  /** Empty outside of resources, like the version and the resource. */
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Outside of resources: the path. */
  readonly subresource: string;
  /** `resource`, `namespace`, `cluster`, or empty outside of resources. */
  readonly scope: string;
  readonly component: string;
  /** The value of the parameter: empty, `All` or `invalid`. */
  readonly dryRun: string;
  /** Whether the sizes of responses are counted: those of reads. */
  readonly isRead: boolean;
  /** Whether the version of the resource is deprecated. */
  readonly isDeprecated: boolean;
}

/** One endpoint, and the series of its requests. */
interface Endpoint {
  readonly labels: EndpointLabels;
  /** Undefined until a request has ended: there are no series of requests that may never be. */
  series: EndpointSeries | undefined;
}

interface EndpointSeries {
  /** By status code. */
  readonly counts: Map<number, Counter>;
  readonly duration: Histogram;
  /** Undefined for dry runs and watches. */
  readonly sli: Histogram | undefined;
  /** Undefined for writes. */
  readonly size: Histogram | undefined;
}

/** Measures one request. */
export interface RequestMeasure {
  /**
   * Notes that the request has reached an endpoint; other requests are not counted. `labels` is called once for each
   * `key` of an `owner`, for which it must return the same.
   */
  reach(owner: object, key: string, labels: () => EndpointLabels): void;
  /** Notes that the request runs until the client or the server ends it. `scope`: as in the labels. */
  runLong(scope: string): void;
  /** Notes that the request has waited for webhooks, for this many seconds, which service levels leave out. */
  readonly waited: (seconds: number) => void;
  /** Notes that bytes of the response were sent. */
  sent(bytes: number): void;
  /** Notes that the server ends the request because it takes too long. */
  terminate(code: number): void;
  /** Counts the request when its response is complete. Called again, it does nothing. */
  end(code: number): void;
  /** Forgets a request whose client has disconnected before there was a response. */
  abandon(): void;
}

/** Counts requests. */
export interface RequestMetrics {
  /** Begins to measure a request. `kind`: undefined for those that run long. */
  begin(kind: 'mutating' | 'readOnly' | undefined): RequestMeasure;
}

const requestLabels = ['verb', 'dry_run', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];
const labelsWithoutDryRun = requestLabels.filter((name) => name !== 'dry_run');

const secondBounds = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];

/** Creates the metrics of requests in a registry. `now`: milliseconds of a clock that is never set. */
export function createRequestMetrics(registry: MetricsRegistry, now: () => number): RequestMetrics {
  const families = requestFamilies(registry);
  const inFlight = { mutating: createWatermark(now), readOnly: createWatermark(now) };
  exposeInFlight(registry, inFlight);
  const known = new WeakMap<object, Map<string, Endpoint>>();

  const endpointOf = (owner: object, key: string, labels: () => EndpointLabels): Endpoint => {
    let ofOwner = known.get(owner);
    if (!ofOwner) known.set(owner, (ofOwner = new Map()));
    let found = ofOwner.get(key);
    if (!found) {
      found = { labels: labels(), series: undefined };
      ofOwner.set(key, found);
      families.deprecated(found.labels);
    }
    return found;
  };

  return {
    begin: (kind) => {
      const begun = now();
      let endpoint: Endpoint | undefined;
      let excluded = 0;
      let bytes = 0;
      let isOver = false;
      let endRun: (() => void) | undefined;
      if (kind) inFlight[kind].enter();
      const finish = (): boolean => {
        if (isOver) return false;
        isOver = true;
        if (kind) inFlight[kind].leave();
        endRun?.();
        return true;
      };
      return {
        reach: (owner, key, labels) => void (endpoint = endpointOf(owner, key, labels)),
        runLong: (scope) => {
          if (endpoint && !isOver) endRun = families.run(endpoint.labels, scope);
        },
        waited: (seconds) => void (excluded += seconds),
        sent: (count) => void (bytes += count),
        terminate: (code) => {
          if (endpoint) families.terminated(endpoint.labels, code);
        },
        end: (code) => {
          if (!finish() || !endpoint) return;
          const seconds = (now() - begun) / 1000;
          const { labels } = endpoint;
          const { counts, duration, sli, size } = (endpoint.series ??= families.series(labels));
          let count = counts.get(code);
          if (!count) counts.set(code, (count = families.count(labels, code)));
          count.inc();
          duration.observe(seconds);
          sli?.observe(Math.max(0, seconds - excluded));
          size?.observe(bytes);
        },
        abandon: () => void finish(),
      };
    },
  };
}

/** Creates the families, and makes the series of endpoints. */
function requestFamilies(registry: MetricsRegistry): {
  series(labels: EndpointLabels): EndpointSeries;
  /** Notes that an endpoint was requested, if it is deprecated. */
  deprecated(labels: EndpointLabels): void;
  count(labels: EndpointLabels, code: number): Counter;
  terminated(labels: EndpointLabels, code: number): void;
  run(labels: EndpointLabels, scope: string): () => void;
} {
  const total = registry.counter({
    name: 'apiserver_request_total',
    help: 'Requests by what they are for and by the status code of their responses.',
    labels: [...requestLabels, 'code'],
  });
  const durations = registry.histogram({
    name: 'apiserver_request_duration_seconds',
    help: 'How long requests take, in seconds.',
    labels: requestLabels,
    buckets: secondBounds,
  });
  const slis = registry.histogram({
    name: 'apiserver_request_sli_duration_seconds',
    help: 'How long requests take, in seconds, without the time of admission webhooks.',
    labels: labelsWithoutDryRun,
    buckets: secondBounds.slice(2),
  });
  const sizes = registry.histogram({
    name: 'apiserver_response_sizes',
    help: 'The sizes of responses to reads, in bytes.',
    labels: labelsWithoutDryRun,
    buckets: exponentialBuckets(1000, 10, 7),
  });
  const running = registry.gauge({
    name: 'apiserver_longrunning_requests',
    help: 'Watches and connections to containers that are open.',
    labels: labelsWithoutDryRun,
  });
  const terminations = registry.counter({
    name: 'apiserver_request_terminations_total',
    help: 'Requests that the server has ended because they took too long.',
    labels: [...labelsWithoutDryRun, 'code'],
  });
  const deprecated = registry.gauge({
    name: 'apiserver_requested_deprecated_apis',
    help: 'Deprecated versions of resources that were requested.',
    labels: ['group', 'version', 'resource', 'subresource', 'removed_release'],
  });
  return {
    series: (labels) => {
      const { verb, dryRun } = labels;
      return {
        counts: new Map(),
        duration: durations.with(...valuesOf(labels, dryRun)),
        sli: dryRun === '' && verb !== 'WATCH' ? slis.with(...valuesOf(labels)) : undefined,
        size: labels.isRead ? sizes.with(...valuesOf(labels)) : undefined,
      };
    },
    deprecated: ({ group, version, resource, subresource, isDeprecated }) => {
      if (isDeprecated) deprecated.with(group, version, resource, subresource, '').set(1);
    },
    count: (labels, code) => total.with(...valuesOf(labels, labels.dryRun), String(code)),
    terminated: (labels, code) => terminations.with(...valuesOf(labels), String(code)).inc(),
    run: (labels, scope) => {
      const gauge = running.with(...valuesOf({ ...labels, scope }));
      gauge.inc();
      return () => gauge.dec();
    },
  };
}

function valuesOf(labels: EndpointLabels, ...dryRun: readonly string[]): string[] {
  const { verb, group, version, resource, subresource, scope, component } = labels;
  return [verb, ...dryRun, group, version, resource, subresource, scope, component];
}

function exposeInFlight(
  registry: MetricsRegistry,
  inFlight: Readonly<Record<'mutating' | 'readOnly', Watermark>>,
): void {
  const labels = ['request_kind'];
  const kinds = ['mutating', 'readOnly'] as const;
  registry.collected(
    {
      name: 'apiserver_current_inflight_requests',
      help: 'The highest number of requests that were handled at a time in the last second.',
      labels,
    },
    'gauge',
    () => kinds.map((kind) => ({ labels: [kind], value: inFlight[kind].highest() })),
  );
  registry.collected(
    { name: 'apiserver_current_inqueue_requests', help: 'Requests that wait: none, nothing is queued.', labels },
    'gauge',
    () => kinds.map((kind) => ({ labels: [kind], value: 0 })),
  );
}
