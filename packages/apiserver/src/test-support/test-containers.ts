import { type Connection, connectionPair, type ContainerHost, type LogLine } from '@kb/apimachinery';

/** What a test's containers do; calls are noted. */
export interface TestContainers extends ContainerHost {
  /** The Pods and containers of the calls, and what they asked for. */
  readonly calls: string[];
  /** Prints a line for those who follow. */
  readonly print: (line: LogLine) => void;
  /** How many follow a log or run a process now. */
  readonly open: () => number;
  /** The server's end of the last connection to a port. */
  readonly connections: Connection[];
}

/** The time at which the containers of a test start. */
export const STARTED: number = Date.parse('2026-01-02T03:04:05Z');

/** Creates containers that print `lines`, and whose commands are `exec`. */
export function testContainers({
  lines = [],
  exec = () => Promise.resolve(0),
  attach = () => Promise.resolve(),
}: Partial<{ lines: readonly LogLine[] } & Pick<ContainerHost, 'exec' | 'attach'>> = {}): TestContainers {
  const calls: string[] = [];
  const connections: Connection[] = [];
  const printers = new Set<(line: LogLine) => void>();
  let open = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    open += 1;
    try {
      return await work;
    } finally {
      open -= 1;
    }
  };
  async function* follow(signal: AbortSignal): AsyncGenerator<LogLine> {
    const waiting: LogLine[] = [];
    let wake = (): void => undefined;
    const printer = (line: LogLine): void => {
      waiting.push(line);
      wake();
    };
    signal.addEventListener('abort', () => wake(), { once: true });
    printers.add(printer);
    open += 1;
    try {
      for (;;) {
        const line = waiting.shift();
        if (line) yield line;
        else if (signal.aborted) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      printers.delete(printer);
      open -= 1;
    }
  }
  return {
    calls,
    connections,
    open: (): number => open,
    print: (line) => {
      for (const printer of printers) printer(line);
    },
    logs: ({ pod, container, restartCount }) => {
      calls.push(`logs ${pod.metadata.name} ${container} ${restartCount}`);
      return { printed: lines, follow };
    },
    exec: (target, command, streams) => {
      calls.push(`exec ${target.pod.metadata.name} ${target.container} ${command.join(' ')}`);
      return counted(exec(target, command, streams));
    },
    attach: (target, streams) => {
      calls.push(`attach ${target.pod.metadata.name} ${target.container}`);
      return counted(attach(target, streams));
    },
    connect: (pod, port) => {
      calls.push(`connect ${pod.metadata.name} ${port}`);
      if (port === 1) return Promise.reject(new Error('connection refused'));
      const [ours, theirs] = connectionPair();
      connections.push(ours);
      return Promise.resolve(theirs);
    },
  };
}

/** A Pod with a container `c` that runs. */
export function runningPod(name: string, status: object = {}): object {
  return {
    metadata: { name },
    spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
    status: {
      podIP: '10.0.0.1',
      podIPs: [{ ip: '10.0.0.1' }],
      containerStatuses: [
        {
          name: 'c',
          image: 'i',
          imageID: '',
          ready: true,
          restartCount: 0,
          containerID: 'test://0',
          state: { running: { startedAt: '2026-01-02T03:04:05Z' } },
          ...status,
        },
      ],
    },
  };
}
