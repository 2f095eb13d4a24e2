import { createVirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { readProcessStatistics } from './adapters/process-statistics.ts';
import { createRuntimeMetrics, type RuntimeMetrics } from './runtime-metrics.ts';

const make = (options: { requestDetails?: boolean } = {}): RuntimeMetrics =>
  createRuntimeMetrics({ clock: createVirtualClock({ now: 5000 }), ...options });

/** Returns the samples of a family, without its buckets, `HELP` and `TYPE`. */
async function samples(metrics: RuntimeMetrics, name: string): Promise<string[]> {
  const text = await metrics.registry.text();
  return text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith(`${name}_bucket`));
}

describe('controllers', () => {
  test('every result is a series at 0 before the first reconcile', async () => {
    const metrics = make();
    metrics.controllers.controller('app', 3);
    expect(await samples(metrics, 'controller_runtime_')).toEqual([
      'controller_runtime_active_workers{controller="app"} 0',
      'controller_runtime_conversion_webhook_panics_total 0',
      'controller_runtime_max_concurrent_reconciles{controller="app"} 3',
      'controller_runtime_reconcile_errors_total{controller="app"} 0',
      'controller_runtime_reconcile_panics_total{controller="app"} 0',
      'controller_runtime_reconcile_timeouts_total{controller="app"} 0',
      ...['error', 'requeue', 'requeue_after', 'success'].map(
        (result) => `controller_runtime_reconcile_total{controller="app",result="${result}"} 0`,
      ),
      'controller_runtime_terminal_reconcile_errors_total{controller="app"} 0',
      'controller_runtime_webhook_panics_total 0',
    ]);
  });

  test('every event is counted where controller-runtime counts it', async () => {
    const metrics = make();
    const app = metrics.controllers.controller('app', 1);
    app.workerBegan();
    app.workerBegan();
    app.workerEnded(0.3);
    app.reconciled('error');
    app.terminalError();
    app.panic();
    app.timeout();
    app.reconciled('requeue_after');
    expect(await samples(metrics, 'controller_runtime_active_workers')).toEqual([
      'controller_runtime_active_workers{controller="app"} 1',
    ]);
    expect(await samples(metrics, 'controller_runtime_reconcile')).toEqual([
      'controller_runtime_reconcile_errors_total{controller="app"} 1',
      'controller_runtime_reconcile_panics_total{controller="app"} 1',
      expect.stringContaining('controller_runtime_reconcile_time_seconds_bucket'),
      ...Array.from({ length: 40 }, () => expect.stringContaining('_bucket') as unknown),
      'controller_runtime_reconcile_time_seconds_sum{controller="app"} 0.3',
      'controller_runtime_reconcile_time_seconds_count{controller="app"} 1',
      'controller_runtime_reconcile_timeouts_total{controller="app"} 1',
      'controller_runtime_reconcile_total{controller="app",result="error"} 1',
      'controller_runtime_reconcile_total{controller="app",result="requeue"} 0',
      'controller_runtime_reconcile_total{controller="app",result="requeue_after"} 1',
      'controller_runtime_reconcile_total{controller="app",result="success"} 0',
    ]);
    expect(await samples(metrics, 'kb_reconcile_last')).toEqual([
      'kb_reconcile_last_success_timestamp_seconds{controller="app"} 5',
    ]);
  });

  test('loops are counted by field, up to 25 fields', async () => {
    const metrics = make();
    const app = metrics.controllers.controller('app', 1);
    for (let n = 0; n < 30; n += 1) app.loopDetected(`metadata.labels[${n}]`);
    app.loopDetected('metadata.labels[0]');
    const lines = await samples(metrics, 'kb_reconcile_loops_total');
    expect(lines).toHaveLength(26);
    expect(lines).toContain('kb_reconcile_loops_total{controller="app",field="metadata.labels[0]"} 2');
    expect(lines).toContain('kb_reconcile_loops_total{controller="app",field="exceeded_cardinality_limit"} 5');
  });
});

describe('queues', () => {
  test('running work is read at each scrape, also after a queue of that name is created again', async () => {
    const metrics = make();
    let unfinished = 1;
    metrics.queues.queue('app', { unfinishedSeconds: () => unfinished, longestRunningSeconds: () => 0.5 });
    unfinished = 2;
    expect(await samples(metrics, 'workqueue_unfinished')).toEqual([
      'workqueue_unfinished_work_seconds{controller="app",name="app"} 2',
    ]);
    metrics.queues.queue('app', { unfinishedSeconds: () => 7, longestRunningSeconds: () => 0 });
    expect(await samples(metrics, 'workqueue_unfinished')).toEqual([
      'workqueue_unfinished_work_seconds{controller="app",name="app"} 7',
    ]);
  });

  test('the depth is counted by priority, for at most 25 priorities, and returns to 0 for each', async () => {
    const metrics = make();
    const queue = metrics.queues.queue('app', { unfinishedSeconds: () => 0, longestRunningSeconds: () => 0 });
    queue.enqueued(undefined);
    for (let priority = 0; priority < 40; priority += 1) queue.enqueued(priority);
    const lines = await samples(metrics, 'workqueue_depth');
    expect(lines).toHaveLength(26);
    expect(lines).toContain('workqueue_depth{controller="app",name="app",priority=""} 1');
    expect(lines).toContain('workqueue_depth{controller="app",name="app",priority="exceeded_cardinality_limit"} 16');
    queue.dequeued(undefined);
    for (let priority = 0; priority < 40; priority += 1) queue.dequeued(priority);
    for (const line of await samples(metrics, 'workqueue_depth')) expect(line).toMatch(/ 0$/);
  });
});

describe('requests', () => {
  const subject = {
    verb: 'get',
    method: 'GET',
    host: 'api:6443',
    resource: 'pods',
    group: '',
    subresource: undefined,
    namespace: undefined,
    name: undefined,
  };
  const send = (metrics: RuntimeMetrics): void => {
    const first = metrics.requests.begin(subject);
    first.retry({ status: 429, requestBytes: 10 });
    first.end({ status: 200, requestBytes: 10, responseBytes: 100 });
    metrics.requests.begin(subject).end({ error: new Error('refused'), requestBytes: 0 });
  };

  test('each try is counted by status, method and host', async () => {
    const metrics = make();
    send(metrics);
    expect(await samples(metrics, 'rest_client')).toEqual([
      'rest_client_requests_total{code="200",host="api:6443",method="GET"} 1',
      'rest_client_requests_total{code="429",host="api:6443",method="GET"} 1',
      'rest_client_requests_total{code="<error>",host="api:6443",method="GET"} 1',
    ]);
  });

  test('latency, sizes and retries are counted with the option', async () => {
    const metrics = make({ requestDetails: true });
    send(metrics);
    expect(
      (await samples(metrics, 'rest_client_re')).filter((line) => /_(sum|count|retries_total)\{/.test(line)),
    ).toEqual([
      'rest_client_request_duration_seconds_sum{host="api:6443",verb="GET"} 0',
      'rest_client_request_duration_seconds_count{host="api:6443",verb="GET"} 2',
      'rest_client_request_retries_total{code="429",host="api:6443",verb="GET"} 1',
      'rest_client_request_size_bytes_sum{host="api:6443",verb="GET"} 10',
      'rest_client_request_size_bytes_count{host="api:6443",verb="GET"} 2',
      'rest_client_response_size_bytes_sum{host="api:6443",verb="GET"} 100',
      'rest_client_response_size_bytes_count{host="api:6443",verb="GET"} 1',
    ]);
  });
});

test('leader election is counted, its slow path too', async () => {
  const metrics = make();
  metrics.leaderElection.notLeading('lease');
  metrics.leaderElection.leading('lease');
  metrics.leaderElection.slowPath('lease');
  expect(await samples(metrics, 'leader_election')).toEqual([
    'leader_election_master_status{name="lease"} 1',
    'leader_election_slowpath_total{name="lease"} 1',
  ]);
});

test('webhooks and certificates are counted', async () => {
  const metrics = make();
  metrics.webhooks.register('/validate');
  const request = metrics.webhooks.begin('/validate');
  metrics.webhooks.admissionPanic();
  metrics.certificates.read();
  metrics.certificates.readFailed();
  expect(await samples(metrics, 'controller_runtime_webhook_requests')).toEqual([
    'controller_runtime_webhook_requests_in_flight{webhook="/validate"} 1',
    'controller_runtime_webhook_requests_total{code="200",webhook="/validate"} 0',
    'controller_runtime_webhook_requests_total{code="500",webhook="/validate"} 0',
  ]);
  request.end(200, 0.1);
  expect(await samples(metrics, 'controller_runtime_webhook_requests')).toEqual([
    'controller_runtime_webhook_requests_in_flight{webhook="/validate"} 0',
    'controller_runtime_webhook_requests_total{code="200",webhook="/validate"} 1',
    'controller_runtime_webhook_requests_total{code="500",webhook="/validate"} 0',
  ]);
  expect(await samples(metrics, 'controller_runtime_webhook_panics')).toEqual([
    'controller_runtime_webhook_panics_total 1',
  ]);
  expect(await samples(metrics, 'certwatcher')).toEqual([
    'certwatcher_read_certificate_errors_total 1',
    'certwatcher_read_certificate_total 1',
  ]);
});

test('watches: their current state and their counters', async () => {
  const metrics = make();
  const resource = { group: '', plural: 'pods' };
  const state = { resource, namespace: '', synced: true, objects: 3, bytes: 900, lastEventAt: 4000, queued: 0 };
  metrics.watches(() => [{ ...state, connectedSince: 1000, resourceVersion: '12' }]);
  metrics.watches(
    () => [{ ...state, synced: false, connectedSince: undefined, lastEventAt: undefined, resourceVersion: '' }],
    'b',
  );
  metrics.reflectors.reflector('pods', '', 'b').watchOpened();
  const pods = metrics.reflectors.reflector('pods', '');
  pods.list({ seconds: 0.1, items: 3, streamed: true });
  pods.watchOpened();
  pods.received(7);
  pods.watchEnded({ seconds: 0.5, items: 0, short: true });
  pods.failed('Expired');
  const lines = [...(await samples(metrics, 'kb_watch')), ...(await samples(metrics, 'kb_cache'))];
  expect(lines.filter((line) => !line.includes('duration'))).toEqual([
    'kb_watch_connected{cluster="",namespace="",resource="pods"} 1',
    'kb_watch_connected{cluster="b",namespace="",resource="pods"} 0',
    'kb_watch_connected_since_timestamp_seconds{cluster="",namespace="",resource="pods"} 1',
    'kb_watch_errors_total{cluster="",namespace="",reason="Expired",resource="pods"} 1',
    'kb_watch_events_total{cluster="",namespace="",resource="pods"} 7',
    'kb_watch_events_total{cluster="b",namespace="",resource="pods"} 0',
    'kb_watch_last_event_timestamp_seconds{cluster="",namespace="",resource="pods"} 4',
    'kb_watch_last_resource_version{cluster="",namespace="",resource="pods"} 12',
    'kb_watch_list_items_total{cluster="",namespace="",resource="pods"} 3',
    'kb_watch_list_items_total{cluster="b",namespace="",resource="pods"} 0',
    'kb_watch_lists_total{cluster="",kind="list",namespace="",resource="pods"} 0',
    'kb_watch_lists_total{cluster="",kind="stream",namespace="",resource="pods"} 1',
    'kb_watch_lists_total{cluster="b",kind="list",namespace="",resource="pods"} 0',
    'kb_watch_lists_total{cluster="b",kind="stream",namespace="",resource="pods"} 0',
    'kb_watch_opened_total{cluster="",namespace="",resource="pods"} 1',
    'kb_watch_opened_total{cluster="b",namespace="",resource="pods"} 1',
    'kb_watch_short_total{cluster="",namespace="",resource="pods"} 1',
    'kb_watch_short_total{cluster="b",namespace="",resource="pods"} 0',
    'kb_cache_bytes{cluster="",namespace="",resource="pods"} 900',
    'kb_cache_bytes{cluster="b",namespace="",resource="pods"} 900',
    'kb_cache_objects{cluster="",namespace="",resource="pods"} 3',
    'kb_cache_objects{cluster="b",namespace="",resource="pods"} 3',
    'kb_cache_queued{cluster="",namespace="",resource="pods"} 0',
    'kb_cache_queued{cluster="b",namespace="",resource="pods"} 0',
    'kb_cache_synced{cluster="",namespace="",resource="pods"} 1',
    'kb_cache_synced{cluster="b",namespace="",resource="pods"} 0',
  ]);
});

test("the process' metrics are read once per scrape", async () => {
  let asked = 0;
  const metrics = createRuntimeMetrics({
    clock: createVirtualClock(),
    processStatistics: () => {
      asked += 1;
      return readProcessStatistics();
    },
  });
  const text = await metrics.registry.text();
  expect(asked).toBe(1);
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(Math.abs(value('process_start_time_seconds') * 1000 - performance.timeOrigin)).toBeLessThan(10);
  expect(text).toContain(`nodejs_version_info{version="${process.version}"} 1\n`);
  await metrics.registry.text();
  expect(asked).toBe(2);
});
