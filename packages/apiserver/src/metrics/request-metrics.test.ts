import { createMetricsRegistry, formatFamily } from '@kb/apimachinery/metrics';
import { expect, test } from 'vitest';
import {
  createRequestMetrics,
  type EndpointLabels,
  type RequestMeasure,
  type RequestMetrics,
} from './request-metrics.ts';

const podList: EndpointLabels = {
  verb: 'LIST',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  scope: 'cluster',
  component: 'apiserver',
  dryRun: '',
  isRead: true,
  isDeprecated: false,
};

interface Lab {
  readonly metrics: RequestMetrics;
  readonly pass: (ms: number) => void;
  /** The lines of a family whose names match, without its labels. */
  readonly lines: (name: string) => string[];
}

function lab(): Lab {
  let now = 0;
  const registry = createMetricsRegistry();
  const metrics = createRequestMetrics(registry, () => now);
  return {
    metrics,
    pass: (ms) => void (now += ms),
    lines: (name) =>
      registry
        .families()
        .flatMap((family) => formatFamily(family).split('\n'))
        .filter((line) => line.startsWith(name))
        .map((line) => line.replace(/\{.*\}/, '')),
  };
}

const owner = {};
function reached(metrics: RequestMetrics, labels: EndpointLabels = podList): RequestMeasure {
  const measure = metrics.begin(labels.verb === 'WATCH' ? undefined : 'readOnly');
  measure.reach(owner, `${labels.verb} ${labels.dryRun}`, () => labels);
  return measure;
}

test('counts a request once, with its duration, its size, and without the time of webhooks for service levels', () => {
  const { metrics, pass, lines } = lab();
  const measure = reached(metrics);
  pass(3000);
  measure.waited(2);
  measure.sent(1000);
  measure.sent(500);
  measure.end(200);
  measure.end(500);
  measure.abandon();
  expect(lines('apiserver_request_total')).toEqual(['apiserver_request_total 1']);
  expect(lines('apiserver_request_duration_seconds_sum')).toEqual(['apiserver_request_duration_seconds_sum 3']);
  expect(lines('apiserver_request_sli_duration_seconds_sum')).toEqual(['apiserver_request_sli_duration_seconds_sum 1']);
  expect(lines('apiserver_response_sizes_sum')).toEqual(['apiserver_response_sizes_sum 1500']);
});

test('counts neither requests that reach no endpoint nor those that are abandoned', () => {
  const { metrics, lines } = lab();
  metrics.begin('mutating').end(404);
  reached(metrics).abandon();
  expect(lines('apiserver_request_total')).toEqual([]);
  expect(lines('apiserver_current_inflight_requests')).toEqual([
    'apiserver_current_inflight_requests 1',
    'apiserver_current_inflight_requests 1',
  ]);
});

test('a watch is open until it ends, and is not a request at the moment', () => {
  const { metrics, lines } = lab();
  const measure = reached(metrics, { ...podList, verb: 'WATCH' });
  measure.runLong('cluster');
  expect(lines('apiserver_longrunning_requests')).toEqual(['apiserver_longrunning_requests 1']);
  measure.end(200);
  measure.runLong('cluster');
  expect(lines('apiserver_longrunning_requests')).toEqual(['apiserver_longrunning_requests 0']);
  expect(lines('apiserver_request_sli_duration_seconds')).toEqual([]);
  expect(lines('apiserver_current_inflight_requests')).toEqual([
    'apiserver_current_inflight_requests 0',
    'apiserver_current_inflight_requests 0',
  ]);
});

test('the labels of an endpoint are asked for once', () => {
  const { metrics, lines } = lab();
  let asked = 0;
  for (const code of [200, 200, 404]) {
    const measure = metrics.begin('readOnly');
    measure.reach(owner, 'LIST', () => ((asked += 1), podList));
    measure.end(code);
  }
  expect(asked).toBe(1);
  expect(lines('apiserver_request_total')).toEqual(['apiserver_request_total 2', 'apiserver_request_total 1']);
});

test('deprecated versions and requests that the server ends are noted', () => {
  const { metrics, lines } = lab();
  const measure = reached(metrics, { ...podList, isDeprecated: true, dryRun: 'All' });
  measure.terminate(504);
  measure.end(504);
  expect(lines('apiserver_requested_deprecated_apis')).toEqual(['apiserver_requested_deprecated_apis 1']);
  expect(lines('apiserver_request_terminations_total')).toEqual(['apiserver_request_terminations_total 1']);
  expect(lines('apiserver_request_sli_duration_seconds')).toEqual([]);
});
