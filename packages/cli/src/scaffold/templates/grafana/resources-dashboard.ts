import { dashboard, SELECTOR } from './dashboard.ts';

/** What the operator's process uses of its machine. */
export const resourcesDashboard = (): object =>
  dashboard(
    'Controller-Resources-Metrics',
    'What the process of an operator uses: processor, memory, files, network.',
    [
      {
        title: 'Process',
        panels: [
          {
            title: 'Processor',
            type: 'timeseries',
            unit: 'percentunit',
            width: 12,
            queries: [{ expr: `rate(process_cpu_seconds_total{${SELECTOR}}[5m])`, legend: '{{pod}}' }],
          },
          {
            title: 'Memory',
            type: 'timeseries',
            unit: 'bytes',
            width: 12,
            queries: [{ expr: `process_resident_memory_bytes{${SELECTOR}}`, legend: '{{pod}}' }],
          },
          {
            title: 'JavaScript heap',
            type: 'timeseries',
            unit: 'bytes',
            width: 12,
            queries: [
              { expr: `nodejs_heap_size_used_bytes{${SELECTOR}}`, legend: '{{pod}}, used' },
              { expr: `nodejs_heap_size_total_bytes{${SELECTOR}}`, legend: '{{pod}}, held' },
            ],
          },
          {
            title: 'Event loop: the part of the time in which it works',
            type: 'timeseries',
            unit: 'percentunit',
            width: 12,
            queries: [{ expr: `rate(kb_event_loop_active_seconds_total{${SELECTOR}}[5m])`, legend: '{{pod}}' }],
          },
          {
            title: 'Open files and sockets',
            type: 'timeseries',
            width: 12,
            queries: [{ expr: `process_open_fds{${SELECTOR}}`, legend: '{{pod}}' }],
          },
          {
            title: 'Network',
            type: 'timeseries',
            unit: 'Bps',
            width: 12,
            queries: [
              { expr: `rate(process_network_receive_bytes_total{${SELECTOR}}[5m])`, legend: '{{pod}}, received' },
              { expr: `rate(process_network_transmit_bytes_total{${SELECTOR}}[5m])`, legend: '{{pod}}, sent' },
            ],
          },
        ],
      },
    ],
  );
