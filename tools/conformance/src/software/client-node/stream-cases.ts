import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import {
  Attach,
  CoreV1Api,
  Cp,
  Exec,
  type KubeConfig,
  Log,
  Metrics,
  PortForward,
  topNodes,
  topPods,
  type V1Status,
} from '@kubernetes/client-node';
import { type ClientNodeSoftwareCase, eventually, NAMESPACE, POD, sink } from './setting.ts';

/** Runs a command in the Pod; resolves with its output and the Status of its end. */
async function run(config: KubeConfig, command: string[], input?: string): Promise<{ out: string; status: V1Status }> {
  const [out, ended] = [sink(), Promise.withResolvers<V1Status>()];
  const stdin = input === undefined ? null : Readable.from([input]);
  await new Exec(config).exec(NAMESPACE, POD, 'web', command, out.stream, null, stdin, false, ended.resolve);
  const status = await ended.promise;
  return { out: out.text(), status };
}

/** Logs, commands, ports and metrics of the Pod. */
export const streamCases: readonly ClientNodeSoftwareCase[] = [
  {
    name: 'reads the log, whole and with options',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      const target = { namespace: NAMESPACE, name: POD };
      assert.match(await core.readNamespacedPodLog(target), /^the web is served\n/);
      const stamped = await core.readNamespacedPodLog({ ...target, timestamps: true, tailLines: 1 });
      assert.match(stamped, /^\d{4}-\d\d-\d\dT\S+Z the web is served\n$/);
    },
  },
  {
    name: 'follows the log of a Pod to its end',
    run: async ({ config }) => {
      const core = config.makeApiClient(CoreV1Api);
      const containers = [{ name: 'work', image: 'example.com/work:1' }];
      const body = { metadata: { name: 'work' }, spec: { restartPolicy: 'Never', containers } };
      await core.createNamespacedPod({ namespace: NAMESPACE, body });
      const out = sink();
      const follow = (): Promise<unknown> =>
        new Log(config).log(NAMESPACE, 'work', 'work', out.stream, { follow: true });
      // Before the container runs, the kubelet has no log.
      await eventually(() => follow().catch(() => undefined));
      await eventually(() => out.stream.writableFinished || undefined);
      assert.equal(out.text(), 'first line\nsecond line\n');
    },
  },
  {
    name: 'runs a command',
    run: async ({ config }) => {
      const { out, status } = await run(config, ['echo', 'a b', 'c']);
      assert.equal(out, 'a b c\n');
      assert.equal(status.status, 'Success');
    },
  },
  {
    name: 'gets the exit code of a command that fails',
    run: async ({ config }) => {
      const { status } = await run(config, ['false']);
      assert.deepEqual(
        [status.status, status.reason, status.details?.causes?.[0]?.message],
        ['Failure', 'NonZeroExitCode', '1'],
      );
    },
  },
  {
    name: 'gets the error of a command that does not exist',
    run: async ({ config }) => {
      const { status } = await run(config, ['nothing']);
      assert.equal(status.status, 'Failure');
    },
  },
  {
    name: 'sends the input of a command, and its end',
    run: async ({ config }) => {
      const { out } = await run(config, ['cat'], 'input\n');
      assert.equal(out, 'input\n');
    },
  },
  {
    name: 'attaches to the process',
    run: async ({ config }) => {
      const out = sink();
      const socket = await new Attach(config).attach(NAMESPACE, POD, 'web', out.stream, null, null, false);
      await out.until(/attached/);
      socket.close();
    },
  },
  {
    name: 'forwards a port',
    run: async ({ config }) => {
      const [out, input] = [sink(), new PassThrough()];
      await new PortForward(config).portForward(NAMESPACE, POD, [80], out.stream, null, input);
      input.write('GET / HTTP/1.1\r\nHost: web\r\n\r\n');
      assert.match(await out.until(/ok\n/), /^HTTP\/1\.1 200 OK\r\n/);
    },
  },
  {
    name: 'copies files to the Pod, and back',
    run: async ({ config, folder }) => {
      const [from, there, back] = ['from', 'there', 'back'].map((name) => path.join(folder, name)) as [
        string,
        string,
        string,
      ];
      for (const one of [from, there, back]) mkdirSync(one);
      writeFileSync(path.join(from, 'file'), 'content');
      const cp = new Cp(config);
      await cp.cpToPod(NAMESPACE, POD, 'web', from, there);
      const copied = path.join(there, 'file');
      await eventually(() => contentOf(copied));
      await cp.cpFromPod(NAMESPACE, POD, 'web', 'file', back, there);
      assert.equal(await eventually(() => contentOf(path.join(back, 'file'))), 'content');
    },
  },
  {
    name: 'reads metrics of nodes and Pods, and computes what top shows',
    run: async ({ config }) => {
      const [core, metrics] = [config.makeApiClient(CoreV1Api), new Metrics(config)];
      const measured = await eventually(async () => {
        const { items } = await metrics.getPodMetrics(NAMESPACE);
        return items.find(({ metadata }) => metadata.name === POD);
      });
      assert.match(measured.containers[0]?.usage.cpu ?? '', /^\d+n?$/);
      const nodes = await metrics.getNodeMetrics();
      assert.equal(nodes.items.length, 1);
      assert.equal((await topNodes(core)).length, 1);
      const pods = await topPods(core, metrics, NAMESPACE);
      assert.equal(Number(pods.find(({ Pod }) => Pod.metadata?.name === POD)?.CPU.RequestTotal), 0.1);
    },
  },
];

/** The content of a file that may not be there yet. */
function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8') || undefined;
  } catch {
    return undefined;
  }
}
