// The dashboards, against the metrics that an operator exposes.
import { createVirtualClock } from '@kb/apimachinery';
import { createRuntimeMetrics, readProcessStatistics, type RuntimeMetrics } from '@kb/runtime/metrics';
import { describe, expect, test } from 'vitest';
import { customDashboard } from './custom-metrics.ts';
import { grafanaFiles } from './grafana.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly query: string | { readonly query: string } }[] };
}

const dashboards = grafanaFiles()
  .filter(({ path }) => path.endsWith('.json'))
  .map(({ path, content }): [string, Dashboard] => [path, JSON.parse(content) as Dashboard]);

/** What Prometheus adds to every series of a Pod. */
const OF_THE_POD = ['job', 'namespace', 'pod', 'instance', 'container'];

/** The metrics of a manager in which everything happened once. */
function usedMetrics(): RuntimeMetrics {
  const clock = createVirtualClock({ now: 5000 });
  const metrics = createRuntimeMetrics({ clock, processStatistics: readProcessStatistics });
  const controller = metrics.controllers.controller('app', 1);
  controller.workerBegan();
  controller.workerEnded(1);
  controller.reconciled('success');
  controller.loopDetected('spec.replicas');
  const state = { unfinishedSeconds: () => 1, longestRunningSeconds: () => 1 };
  const queue = metrics.queues.queue('app', state);
  queue.enqueued(0);
  queue.waited(1);
  queue.worked(1);
  metrics.webhooks.begin('/validate').end(200, 1);
  metrics.leaderElection.leading('app');
  const of = { resource: 'pods', group: '', subresource: undefined, namespace: undefined, name: undefined };
  metrics.requests.begin({ verb: 'list', method: 'GET', host: 'a', ...of }).end({ status: 200, requestBytes: 0 });
  const watch = metrics.reflectors.reflector('deployments.apps', '');
  watch.received(1);
  watch.failed('Expired');
  const watched = { resource: { group: 'apps', plural: 'deployments' }, namespace: '', synced: true };
  const seen = { connectedSince: 1, lastEventAt: 1, resourceVersion: '1', objects: 1, bytes: 1, queued: 0 };
  metrics.watches(() => [{ ...watched, ...seen }]);
  return metrics;
}

/** The labels of each sample, by the name that a query has for it. */
function exposedLabels({ registry }: RuntimeMetrics, text: string): Map<string, Set<string>> {
  const labels = new Map<string, Set<string>>(registry.families().map(({ name }) => [name, new Set()]));
  for (const [, name = '', given = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm))
    labels.set(name, new Set([...given.matchAll(/(\w+)="/g)].map(([, label = '']) => label)));
  return labels;
}

describe.each(dashboards)('%s', (_path, { panels, templating }) => {
  const queries = panels.flatMap(({ targets = [] }) => targets);

  test('asks only for metrics that an operator exposes, by labels that they have', async () => {
    const metrics = usedMetrics();
    const exposed = exposedLabels(metrics, await metrics.registry.text());
    expect(queries.length).toBeGreaterThan(5);
    for (const { expr, legendFormat } of queries) {
      const names = [...expr.matchAll(/(\w+)\{/g)].map(([, name = '']) => name);
      expect(names, expr).not.toEqual([]);
      for (const name of names) {
        expect([...exposed.keys()]).toContain(name);
        const known = [...OF_THE_POD, ...(exposed.get(name) ?? [])];
        const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        expect(known, expr).toEqual(expect.arrayContaining([...grouped, ...shown]));
      }
    }
  });

  test('takes the rate of counters, and of nothing else', () => {
    const types = new Map(
      usedMetrics()
        .registry.families()
        .map(({ name, type }) => [name, type]),
    );
    for (const { expr } of queries) {
      for (const [, before = '', name = ''] of expr.matchAll(/(rate\(|)(\w+)\{/g)) {
        const isCumulative = ['counter', 'histogram'].includes(types.get(name.replace(/_bucket$/, '')) ?? '');
        expect([expr, before === 'rate(']).toEqual([expr, isCumulative]);
      }
    }
  });

  test('finds operators by a metric that each has from its start', async () => {
    const { registry, controllers } = createRuntimeMetrics({ clock: createVirtualClock({ now: 0 }) });
    controllers.controller('app', 1);
    const asked = templating.list.flatMap(({ query }) => (typeof query === 'string' ? [] : [query.query]));
    const names = asked.map((query) => /^label_values\((\w+)[{,]/.exec(query)?.[1] ?? query);
    expect(names).toHaveLength(3);
    for (const name of names) expect(await registry.text()).toContain(`\n${name}{`);
  });

  test('panels have ids of their own, and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });
});

test("an author's metrics get the query and the unit that fit their type and name", () => {
  const { panels } = customDashboard([
    { metric: 'shop_orders_total', type: 'counter' },
    { metric: 'shop_payment_seconds', type: 'histogram' },
    { metric: 'shop_queue_bytes', type: 'gauge' },
    { metric: 'shop_rate', type: 'gauge', expr: 'max(shop_rate)', unit: 'percent' },
  ]) as Dashboard;
  const own = panels.slice(1);
  const at = '{job="$job", namespace="$namespace", pod=~"$pod"}';
  expect(
    own.map(({ targets = [], fieldConfig }) => [fieldConfig?.defaults.unit, ...targets.map(({ expr }) => expr)]),
  ).toEqual([
    ['ops', `sum(rate(shop_orders_total${at}[5m])) by (pod)`],
    [
      's',
      ...['0.50', '0.90', '0.99'].map(
        (part) => `histogram_quantile(${part}, sum(rate(shop_payment_seconds_bucket${at}[5m])) by (pod, le))`,
      ),
    ],
    ['bytes', `shop_queue_bytes${at}`],
    ['percent', 'max(shop_rate)'],
  ]);
});
