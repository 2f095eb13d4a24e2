import type { HostedPod, KubeletTarget } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { metricsRoutes } from './metrics-routes.ts';

const START = Date.parse('2026-01-01T00:00:00Z');

const node: HostedPod = {
  metadata: { name: 'n', creationTimestamp: '2026-01-01T00:00:00Z' },
  status: { capacity: { cpu: '4', memory: '8Gi' } },
};

const web: HostedPod = {
  metadata: { name: 'web', namespace: 'shop', uid: 'u1' },
  spec: {
    containers: [
      {
        name: 'main',
        image: 'example.com/web:1',
        readinessProbe: { periodSeconds: 5 },
        resources: { limits: { memory: '64Mi', cpu: '500m' }, requests: { cpu: '250m' } },
      },
    ],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: 'data-web' } },
      { name: 'unbound', persistentVolumeClaim: { claimName: 'other' } },
      { name: 'empty', emptyDir: {} },
    ],
  },
  status: {
    phase: 'Running',
    podIP: '10.244.0.5',
    containerStatuses: [
      {
        name: 'main',
        image: 'example.com/web:1',
        containerID: 'containerd://abc',
        restartCount: 0,
        ready: true,
        started: true,
        state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
      },
    ],
  },
};

const done: HostedPod = {
  metadata: { name: 'done', namespace: 'shop', uid: 'u2' },
  spec: { containers: [{ name: 'main', image: 'example.com/job:1' }] },
  status: { phase: 'Succeeded', containerStatuses: [{ name: 'main', restartCount: 0, state: { terminated: {} } }] },
};

/** A kubelet whose clock, Pods and usage can be changed. */
function lab(): { now: number; cpuMillis: number; pods: HostedPod[]; get: (path: string) => Promise<string> } {
  const state = {
    now: START + 60_000,
    cpuMillis: 500,
    pods: [web, done],
    get: async (path: string): Promise<string> => {
      const response = await routes[path]?.(target, new URLSearchParams());
      return Buffer.from(response?.body as Uint8Array).toString('utf8');
    },
  };
  const target: KubeletTarget = {
    node,
    pods: () => state.pods,
    claim: (_, name) =>
      name === 'data-web' ? { metadata: { name }, status: { capacity: { storage: '1Gi' } } } : undefined,
  };
  const usage = (): { cpuMillis: number; memoryBytes: number } => ({ cpuMillis: state.cpuMillis, memoryBytes: 1000 });
  const routes = metricsRoutes({ now: () => state.now, usage });
  return state;
}

const lines = (text: string, pattern: RegExp): string[] => text.split('\n').filter((line) => pattern.test(line));

test('/metrics says what runs on the node, and how full volumes are', async () => {
  const text = await lab().get('/metrics');
  expect(lines(text, /^kubelet/)).toEqual([
    'kubelet_active_pods{static=""} 1',
    'kubelet_desired_pods{static=""} 2',
    'kubelet_node_name{node="n"} 1',
    'kubelet_running_containers{container_state="exited"} 1',
    'kubelet_running_containers{container_state="running"} 1',
    'kubelet_running_pods 1',
    'kubelet_volume_stats_available_bytes{namespace="shop",persistentvolumeclaim="data-web"} 1.073741824e+09',
    'kubelet_volume_stats_capacity_bytes{namespace="shop",persistentvolumeclaim="data-web"} 1.073741824e+09',
    'kubelet_volume_stats_used_bytes{namespace="shop",persistentvolumeclaim="data-web"} 0',
  ]);
});

test('/metrics/resource has CPU time and memory of containers, Pods and the node', async () => {
  const text = await lab().get('/metrics/resource');
  expect(lines(text, /^[a-z]/)).toEqual([
    'container_cpu_usage_seconds_total{container="main",namespace="shop",pod="web"} 30',
    'container_memory_working_set_bytes{container="main",namespace="shop",pod="web"} 1000',
    'container_start_time_seconds{container="main",namespace="shop",pod="web"} 1.7672256e+09',
    'node_cpu_usage_seconds_total 30',
    'node_memory_working_set_bytes 1000',
    'pod_cpu_usage_seconds_total{namespace="shop",pod="web"} 30',
    'pod_memory_working_set_bytes{namespace="shop",pod="web"} 1000',
    'resource_scrape_error 0',
    'scrape_error 0',
  ]);
});

test('CPU time never falls: neither when a container uses less, nor that of the node when one has ended', async () => {
  const kubelet = lab();
  const read = async (): Promise<string[]> => lines(await kubelet.get('/metrics/resource'), /^(?:pod|node)_cpu/);
  await read();
  kubelet.cpuMillis = 100;
  kubelet.now += 10_000;
  expect(await read()).toEqual([
    'node_cpu_usage_seconds_total 31',
    'pod_cpu_usage_seconds_total{namespace="shop",pod="web"} 31',
  ]);
  kubelet.pods = [];
  kubelet.now += 10_000;
  expect(await read()).toEqual(['node_cpu_usage_seconds_total 31']);
});

test('/metrics/cadvisor has control groups of containers, Pods and the node', async () => {
  const text = await lab().get('/metrics/cadvisor');
  expect(lines(text, /^(?:container_cpu_usage|machine|container_spec_(?:memory|cpu_quota|cpu_shares))/)).toEqual([
    'container_cpu_usage_seconds_total{container="",cpu="total",id="/",image="",name="",namespace="",pod=""} 30',
    'container_cpu_usage_seconds_total{container="",cpu="total",id="/kubepods/podu1",image="",name="",namespace="shop",pod="web"} 30',
    'container_cpu_usage_seconds_total{container="main",cpu="total",id="/kubepods/podu1/abc",image="example.com/web:1",name="abc",namespace="shop",pod="web"} 30',
    'container_spec_cpu_quota{container="main",id="/kubepods/podu1/abc",image="example.com/web:1",name="abc",namespace="shop",pod="web"} 50000',
    'container_spec_cpu_shares{container="main",id="/kubepods/podu1/abc",image="example.com/web:1",name="abc",namespace="shop",pod="web"} 256',
    'container_spec_memory_limit_bytes{container="main",id="/kubepods/podu1/abc",image="example.com/web:1",name="abc",namespace="shop",pod="web"} 6.7108864e+07',
    'machine_cpu_cores 4',
    'machine_memory_bytes 8.589934592e+09',
  ]);
});

test('/metrics/probes counts probes by the time for which a container runs', async () => {
  const text = await lab().get('/metrics/probes');
  expect(lines(text, /^prober/)).toEqual([
    'prober_probe_total{container="main",namespace="shop",pod="web",pod_uid="u1",probe_type="Readiness",result="successful"} 13',
  ]);
});

describe('odd Pods', () => {
  const START_TIME = '2026-01-01T00:00:00Z';
  const running = (name: string, image: string, state: object = { running: { startedAt: START_TIME } }): object => ({
    name,
    image,
    restartCount: 0,
    state,
  });
  const odd = (spec: object, status: object): HostedPod =>
    ({
      metadata: { name: 'odd', namespace: 'shop', uid: 'u3' },
      spec,
      status: { phase: 'Pending', ...status },
    }) as HostedPod;
  const paths = ['/metrics', '/metrics/resource', '/metrics/cadvisor', '/metrics/probes', '/stats/summary'];

  async function readAll(pod: HostedPod): Promise<string> {
    const kubelet = lab();
    kubelet.pods = [pod];
    return (await Promise.all(paths.map((path) => kubelet.get(path)))).join('');
  }

  test('a Pod whose init container runs, and that has no status of others', async () => {
    const initContainers = [{ name: 'first', image: 'init:1' }];
    const text = await readAll(odd({ initContainers }, { initContainerStatuses: [running('first', 'init:1')] }));
    expect(text).toContain('container_memory_working_set_bytes{container="first",namespace="shop",pod="odd"} 1000');
    expect(text).toContain('kubelet_running_containers{container_state="running"} 1');
  });

  test('a Pod without any status', async () => {
    const text = await readAll({ metadata: { name: 'odd', namespace: 'shop', uid: 'u3' }, spec: { containers: [] } });
    expect(text).toContain('kubelet_desired_pods{static=""} 1');
    expect(lines(text, /odd/)).toEqual([]);
  });

  test('a container that a debugger added', async () => {
    const ephemeralContainers = [{ name: 'debug', image: 'debug:1' }];
    const text = await readAll(
      odd({ containers: [], ephemeralContainers }, { ephemeralContainerStatuses: [running('debug', 'debug:1')] }),
    );
    expect(text).toContain('container_memory_working_set_bytes{container="debug",namespace="shop",pod="odd"} 1000');
  });

  test('hundreds of containers', async () => {
    const names = Array.from({ length: 800 }, (_, index) => `c${index}`);
    const text = await readAll(
      odd(
        { containers: names.map((name) => ({ name, image: 'web:1' })) },
        { containerStatuses: names.map((name) => running(name, 'web:1')) },
      ),
    );
    expect(lines(text, /^container_start_time_seconds\{container="c\d+",namespace/)).toHaveLength(800);
    expect(text).toContain('pod_memory_working_set_bytes{namespace="shop",pod="odd"} 800000');
  });

  test('quotes, backslashes and line breaks in names of images', async () => {
    const image = 'a"b\\c\nd';
    const pod = odd(
      { containers: [{ name: 'main', image }] },
      { containerStatuses: [running('main', image), running('gone', 'x', { terminated: {} })] },
    );
    const text = await readAll(pod);
    expect(text).toContain('image="a\\"b\\\\c\\nd"');
    expect(
      lines(text.replace(/\{"node.*/s, ''), /./).filter((line) => !/^(?:#|[a-z_]+(?:\{.*\})? [\d.e+-]+$)/.test(line)),
    ).toEqual([]);
  });
});

test('/stats/summary has the same as a document', async () => {
  const summary: unknown = JSON.parse(await lab().get('/stats/summary'));
  const time = '2026-01-01T00:01:00Z';
  const used = {
    cpu: { time, usageNanoCores: 500_000_000, usageCoreNanoSeconds: 30_000_000_000 },
    memory: { time, usageBytes: 1000, workingSetBytes: 1000, rssBytes: 1000 },
  };
  expect(summary).toEqual({
    node: { nodeName: 'n', startTime: '2026-01-01T00:00:00Z', ...used },
    pods: [
      {
        podRef: { name: 'web', namespace: 'shop', uid: 'u1' },
        startTime: time,
        containers: [{ name: 'main', startTime: '2026-01-01T00:00:00Z', ...used }],
        ...used,
        volume: [
          {
            time,
            availableBytes: 1 << 30,
            capacityBytes: 1 << 30,
            usedBytes: 0,
            name: 'data',
            pvcRef: { name: 'data-web', namespace: 'shop' },
          },
        ],
      },
    ],
  });
});
