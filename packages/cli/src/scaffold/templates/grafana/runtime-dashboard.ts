import { dashboard, type PanelRow, percentiles, rate, SELECTOR } from './dashboard.ts';

const reconciles: PanelRow = {
  title: 'Reconciles',
  panels: [
    {
      title: 'Workers in use',
      type: 'gauge',
      width: 4,
      queries: [
        { expr: `sum(controller_runtime_active_workers{${SELECTOR}}) by (controller)`, legend: '{{controller}}' },
      ],
    },
    {
      title: 'Reconciles per second',
      type: 'timeseries',
      unit: 'ops',
      width: 10,
      queries: [
        {
          expr: rate('controller_runtime_reconcile_total', 'controller', 'result'),
          legend: '{{controller}} {{result}}',
        },
      ],
    },
    {
      title: 'Errors per second',
      type: 'timeseries',
      unit: 'ops',
      width: 10,
      queries: [
        { expr: rate('controller_runtime_reconcile_errors_total', 'controller'), legend: '{{controller}}' },
        {
          expr: rate('controller_runtime_terminal_reconcile_errors_total', 'controller'),
          legend: '{{controller}}, not tried again',
        },
        { expr: rate('controller_runtime_reconcile_panics_total', 'controller'), legend: '{{controller}}, a bug' },
        { expr: rate('controller_runtime_reconcile_timeouts_total', 'controller'), legend: '{{controller}}, too slow' },
      ],
    },
    {
      title: 'Since the last success',
      type: 'stat',
      unit: 's',
      width: 4,
      queries: [
        {
          expr: `time() - max(kb_reconcile_last_success_timestamp_seconds{${SELECTOR}}) by (controller)`,
          legend: '{{controller}}',
        },
      ],
    },
    {
      title: 'Duration of reconciles',
      type: 'timeseries',
      unit: 's',
      width: 10,
      queries: percentiles('controller_runtime_reconcile_time_seconds', 'controller'),
    },
    {
      title: 'Fields that a controller changes again and again',
      type: 'timeseries',
      unit: 'ops',
      width: 10,
      queries: [{ expr: rate('kb_reconcile_loops_total', 'controller', 'field'), legend: '{{controller}} {{field}}' }],
    },
  ],
};

const queues: PanelRow = {
  title: 'Work queues',
  panels: [
    {
      title: 'Items that wait',
      type: 'gauge',
      width: 4,
      queries: [{ expr: `sum(workqueue_depth{${SELECTOR}}) by (name)`, legend: '{{name}}' }],
    },
    {
      title: 'Time in the queue',
      type: 'timeseries',
      unit: 's',
      width: 10,
      queries: percentiles('workqueue_queue_duration_seconds', 'name'),
    },
    {
      title: 'Items added per second',
      type: 'timeseries',
      unit: 'ops',
      width: 10,
      queries: [{ expr: rate('workqueue_adds_total', 'name'), legend: '{{name}}' }],
    },
    {
      title: 'Unfinished work',
      type: 'gauge',
      unit: 's',
      width: 4,
      queries: [{ expr: `sum(workqueue_unfinished_work_seconds{${SELECTOR}}) by (name)`, legend: '{{name}}' }],
    },
    {
      title: 'Time of work',
      type: 'timeseries',
      unit: 's',
      width: 10,
      queries: percentiles('workqueue_work_duration_seconds', 'name'),
    },
    {
      title: 'Retries per second',
      type: 'timeseries',
      unit: 'ops',
      width: 10,
      queries: [{ expr: rate('workqueue_retries_total', 'name'), legend: '{{name}}' }],
    },
  ],
};

const webhooks: PanelRow = {
  title: 'Webhooks',
  panels: [
    {
      title: 'Being answered',
      type: 'gauge',
      width: 4,
      queries: [
        { expr: `sum(controller_runtime_webhook_requests_in_flight{${SELECTOR}}) by (webhook)`, legend: '{{webhook}}' },
      ],
    },
    {
      title: 'Requests per second',
      type: 'timeseries',
      unit: 'reqps',
      width: 10,
      queries: [
        { expr: rate('controller_runtime_webhook_requests_total', 'webhook', 'code'), legend: '{{webhook}} {{code}}' },
      ],
    },
    {
      title: 'Duration of answers',
      type: 'timeseries',
      unit: 's',
      width: 10,
      queries: percentiles('controller_runtime_webhook_latency_seconds', 'webhook'),
    },
  ],
};

const cluster: PanelRow = {
  title: 'API server',
  panels: [
    {
      title: 'Leader',
      type: 'stat',
      width: 4,
      queries: [{ expr: `leader_election_master_status{${SELECTOR}}`, legend: '{{pod}}' }],
    },
    {
      title: 'Requests per second',
      type: 'timeseries',
      unit: 'reqps',
      width: 10,
      queries: [{ expr: rate('rest_client_requests_total', 'method', 'code'), legend: '{{method}} {{code}}' }],
    },
    {
      title: 'Events of watches per second',
      type: 'timeseries',
      unit: 'ops',
      width: 10,
      queries: [{ expr: rate('kb_watch_events_total', 'resource'), legend: '{{resource}}' }],
    },
    {
      title: 'Watches that are not open',
      type: 'stat',
      width: 4,
      queries: [
        {
          expr: `count(kb_watch_connected{${SELECTOR}}) - sum(kb_watch_connected{${SELECTOR}})`,
          legend: 'not open',
        },
      ],
    },
    {
      title: 'Errors of watches per second',
      type: 'timeseries',
      unit: 'ops',
      width: 10,
      queries: [{ expr: rate('kb_watch_errors_total', 'resource', 'reason'), legend: '{{resource}} {{reason}}' }],
    },
    {
      title: 'Objects in the cache',
      type: 'timeseries',
      width: 10,
      queries: [{ expr: `sum(kb_cache_objects{${SELECTOR}}) by (pod, resource)`, legend: '{{pod}} {{resource}}' }],
    },
  ],
};

/** What the operator's controllers, queues, webhooks and watches do. */
export const runtimeDashboard = (): object =>
  dashboard('Controller-Runtime-Metrics', 'What the controllers, queues, webhooks and watches of an operator do.', [
    reconciles,
    queues,
    webhooks,
    cluster,
  ]);
