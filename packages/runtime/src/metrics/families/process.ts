import type { ProcessStatistics } from '../adapters/process-statistics.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';

/**
 * Creates the metrics of the process: Prometheus' names for any process (`process_*`), prom-client's for Node
 * (`nodejs_*`), and how busy the event loop is (the rate of `kb_event_loop_active_seconds_total`). There are no `go_*`
 * metrics: they describe Go's runtime.
 */
export function processMetrics(registry: MetricsRegistry, readStatistics: () => ProcessStatistics): void {
  let latest: ProcessStatistics | undefined;
  // The values of a scrape are read together, with one call to the system.
  const read = (): ProcessStatistics => {
    if (latest) return latest;
    queueMicrotask(() => {
      latest = undefined;
    });
    return (latest = readStatistics());
  };
  const add = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    pick: (statistics: ProcessStatistics) => number | undefined,
  ): void => {
    registry.collected({ name, help }, type, () => {
      const value = pick(read());
      return value === undefined ? [] : [{ value }];
    });
  };
  add('process_cpu_seconds_total', 'counter', 'CPU time of the process, in seconds.', (s) => s.cpuSeconds);
  add('process_resident_memory_bytes', 'gauge', 'Memory that the process holds.', (s) => s.residentBytes);
  add('process_virtual_memory_bytes', 'gauge', 'Virtual memory of the process.', (s) => s.virtualBytes);
  add('process_virtual_memory_max_bytes', 'gauge', 'Virtual memory that it may have.', (s) => s.maxVirtualBytes);
  add('process_open_fds', 'gauge', 'Files and sockets that the process has open.', (s) => s.openFiles);
  add('process_max_fds', 'gauge', 'Files and sockets that it may have open.', (s) => s.maxFiles);
  add('process_network_receive_bytes_total', 'counter', 'Bytes received from the network.', (s) => s.receivedBytes);
  add('process_network_transmit_bytes_total', 'counter', 'Bytes sent to the network.', (s) => s.sentBytes);
  add('process_start_time_seconds', 'gauge', 'When the process began, as seconds since 1970.', (s) => s.startTime);
  add('nodejs_heap_size_total_bytes', 'gauge', 'JavaScript heap that the process holds.', (s) => s.heapTotalBytes);
  add('nodejs_heap_size_used_bytes', 'gauge', 'JavaScript heap that is used.', (s) => s.heapUsedBytes);
  add('nodejs_external_memory_bytes', 'gauge', 'Memory of buffers outside the heap.', (s) => s.externalBytes);
  add('kb_event_loop_active_seconds_total', 'counter', 'Time the event loop worked.', (s) => s.loopActiveSeconds);
  add('kb_event_loop_idle_seconds_total', 'counter', 'Time the event loop waited for work.', (s) => s.loopIdleSeconds);
  registry.collected(
    { name: 'nodejs_version_info', help: 'The version of Node.', labels: ['version'] },
    'gauge',
    () => [{ labels: [read().nodeVersion], value: 1 }],
  );
}
