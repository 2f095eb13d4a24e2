import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import {
  type ContainerRunTarget,
  createBytePipe,
  createVirtualClock,
  type HostedPod,
  type LogLine,
  type ProcessStreams,
} from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { ContainerBehavior } from '../kubelet/options/container-behavior.ts';
import { createSimulatedContainers } from './simulated-containers.ts';

const pod: HostedPod = {
  metadata: { name: 'p', annotations: { 'simulated-node/exec': 'ls', 'simulated-node/logs': 'x' } },
  spec: { containers: [{ name: 'c', image: 'web:1' }] },
};
const target: ContainerRunTarget = { pod, container: 'c', image: 'web:1', restartCount: 0, startedAt: 5000 };
const hostOf = (behavior: ContainerBehavior): ReturnType<typeof createSimulatedContainers> =>
  createSimulatedContainers({ clock: createVirtualClock(), images: { 'web:*': behavior } });

/** Streams whose outputs are collected. */
function streams(input = '', signal: AbortSignal = new AbortController().signal): ProcessStreams & { seen: string[] } {
  const seen = ['', ''];
  const pipe = createBytePipe();
  void pipe.send(Buffer.from(input)).catch(() => undefined);
  pipe.end();
  const collect = (index: number) => (bytes: Uint8Array) => {
    seen[index] += Buffer.from(bytes).toString();
    return Promise.resolve();
  };
  const none = createBytePipe();
  none.end();
  return {
    seen,
    stdin: pipe.received,
    stdout: collect(0),
    stderr: collect(1),
    tty: false,
    sizes: { [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }) },
    signal,
  };
}

async function all(lines: AsyncIterable<LogLine>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text, time, stream } of lines) texts.push(`${time} ${stream} ${text}`);
  return texts;
}

test('a container that nobody describes prints nothing, has no programs and listens nowhere', async () => {
  const host = hostOf({});
  expect([...host.logs(target).printed]).toEqual([]);
  await expect(host.exec(target, ['ls', '-l'], streams())).rejects.toThrow(
    'exec failed: unable to start container process: exec: "ls": executable file not found in $PATH',
  );
  await expect(host.exec(target, ['/bin/ls'], streams())).rejects.toThrow('stat /bin/ls: no such file or directory');
  await expect(host.connect(pod, 80)).rejects.toThrow('dial tcp4 127.0.0.1:80: connect: connection refused');
});

test.each<[string, ContainerBehavior['logs'], LogLine[]]>([
  ['a text', 'a\nb\n', ['a', 'b'].map((text) => ({ text, time: 5000, stream: 'stdout' }))],
  ['nothing', '', []],
  [
    'lines',
    ['a', { text: 'b', time: 6000, stream: 'stderr' }],
    [
      { text: 'a', time: 5000, stream: 'stdout' },
      { text: 'b', time: 6000, stream: 'stderr' },
    ],
  ],
  ['a function', ({ restartCount }) => `run ${restartCount}`, [{ text: 'run 0', time: 5000, stream: 'stdout' }]],
])('prints %s', (_, logs, lines) => {
  expect([...hostOf({ ...(logs !== undefined && { logs }) }).logs(target).printed]).toEqual(lines);
});

test('prints what the author’s function yields to those who follow, until the signal is aborted', async () => {
  const client = new AbortController();
  async function* follow(): AsyncGenerator<string> {
    yield 'a';
    await new Promise(() => undefined);
  }
  const { clock } = { clock: createVirtualClock() };
  const host = createSimulatedContainers({ clock, images: { '*': { follow } } });
  const lines: string[] = [];
  for await (const { text } of host.logs(target).follow(client.signal)) {
    lines.push(text);
    client.abort();
  }
  expect(lines).toEqual(['a']);
  expect(await all(hostOf({}).logs(target).follow(AbortSignal.abort()))).toEqual([]);
});

test('runs canned programs, by name or path, and functions', async () => {
  const host = hostOf({ exec: { date: { output: 'today', errors: 'late', exitCode: 4 } } });
  const first = streams();
  expect(await host.exec(target, ['/bin/date'], first)).toBe(4);
  expect(first.seen).toEqual(['today', 'late']);
  await expect(host.exec(target, ['constructor'], streams())).rejects.toThrow('executable file not found');
  const asked = hostOf({ exec: ({ command, context }) => (context.pod.metadata.name === 'p' ? command.length : 1) });
  expect(await asked.exec(target, ['a', 'b'], streams())).toBe(2);
});

test('runs a program of this machine with input, output and exit code', async () => {
  const script = `process.stdin.on('data', (d) => process.stdout.write(d)).on('end', () => { console.error(process.argv[1]); process.exit(7) })`;
  const host = hostOf({ exec: { cat: { run: [process.execPath, '-e', script] } } });
  const { seen, ...rest } = streams('input');
  expect(await host.exec(target, ['cat', 'file'], rest)).toBe(7);
  expect(seen).toEqual(['input', 'file\n']);
});

test('kills the program of a client that goes away', async () => {
  const client = new AbortController();
  const host = hostOf({
    exec: { sleep: { run: [process.execPath, '-e', 'setInterval(() => {}, 1000); console.log("on")'] } },
  });
  const running = streams('', client.signal);
  const ended = host.exec(target, ['sleep'], { ...running, stdout: () => Promise.resolve(client.abort()) });
  expect(await ended).toBe(137);
});

test('reports a program that this machine does not have', async () => {
  const host = hostOf({ exec: { x: { run: ['/no/such/program'] } } });
  await expect(host.exec(target, ['x'], streams())).rejects.toThrow('ENOENT');
});

test('attaches to what the container prints, or to a function', async () => {
  async function* follow(): AsyncGenerator<string> {
    yield 'a';
    yield 'b';
  }
  const shown = streams();
  await hostOf({ follow }).attach(target, shown);
  expect(shown.seen[0]).toBe('a\nb\n');
  const own = streams();
  await hostOf({ attach: ({ stdout }) => stdout(Buffer.from('own')) }).attach(target, own);
  expect(own.seen[0]).toBe('own');
});

test('connects to a port of this machine, or to a function', async () => {
  const server = createServer((socket) => socket.pipe(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const host = hostOf({
      ports: {
        80: port,
        81: async (connection) => {
          await connection.send(Buffer.from('hello'));
          connection.end();
        },
      },
    });
    const connection = await host.connect(pod, 80);
    await connection.send(Buffer.from('echo'));
    connection.end();
    expect(await textOf(connection.received)).toBe('echo');
    expect(await textOf((await host.connect(pod, 81)).received)).toBe('hello');
  } finally {
    server.close();
  }
});

async function textOf(received: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of received) text += Buffer.from(piece).toString();
  return text;
}
