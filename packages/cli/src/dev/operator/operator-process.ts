import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WEBHOOK_ADDRESS } from '../../webhooks/operator-origin.ts';
import { isFromOperator, type ToOperator } from './operator-messages.ts';

/** The operator, running in a separate process. */
export interface OperatorProcess {
  /** Undefined if it could not be started. */
  readonly pid: number | undefined;
  /** Resolves with its exit code when it ends for any reason, and what it printed has been read. */
  readonly exited: Promise<number>;
  /** Asks it to end, and kills it after `grace` milliseconds (10 s). Resolves when it has ended. */
  stop(grace?: number): Promise<void>;
  /** Ends it with SIGKILL. Resolves when it has ended. */
  kill(): Promise<void>;
}

/** An operator's process whose main module waits. */
export interface WaitingOperator extends OperatorProcess {
  /** Imports these modules (URLs), to be quick later. */
  preload(modules: readonly string[]): void;
  /** Imports what the main module imports. */
  load(): void;
  /** Resolves with the URLs of everything imported, when the main module could run; never if the process ends first. */
  readonly loaded: Promise<readonly string[]>;
  /** Runs the main module. */
  run(): void;
  /** Resolves as soon as its event loop runs; never if the process ends first. Waits for one answer at a time. */
  ping(): Promise<void>;
}

/** Options of {@link startOperator}. */
export interface OperatorOptions {
  /** The main module of a controller package. */
  readonly main: string;
  readonly cwd: string;
  readonly kubeconfig: string;
  /** The folder of the certificate of its webhook server. Default: that of the runtime. */
  readonly webhookCertificates?: string;
  /** The namespaces that an operator of single namespaces watches, unless the environment says otherwise. */
  readonly watchNamespace?: string | undefined;
  /** Further variables of its environment, which win over those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Further options of Node, such as `--import=FILE`. */
  readonly execArgv?: readonly string[];
  /** Called with each line that it prints. */
  readonly onLine: (line: string) => void;
  /** Called with the URLs of files that it imports while it runs. */
  readonly onImported?: (files: readonly string[]) => void;
  /** Called with each other message that it sends over its channel (`process.send`). */
  readonly onMessage?: (message: unknown) => void;
}

/** How long output is read after the end of a process, in milliseconds: its own children may keep it open. */
const LAST_OUTPUT = 300;

/**
 * Starts the main module of a controller package with kb's own Node and export conditions. Its webhooks listen on
 * loopback, unless the environment says otherwise.
 */
export function startOperator(options: OperatorOptions): OperatorProcess {
  const operator = prepareOperator(options);
  operator.load();
  operator.run();
  return operator;
}

/** Starts the process of {@link startOperator}, in which nothing of the operator is imported yet. */
export function prepareOperator(options: OperatorOptions): WaitingOperator {
  const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const host = new URL(`./operator-host.${suffix}`, import.meta.url).href;
  const execArgv = [...process.execArgv, ...(options.execArgv ?? []), '--import', host];
  const child = spawn(process.execPath, [...execArgv, options.main], {
    cwd: options.cwd,
    env: environmentOf(options),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A separate process group: Ctrl-C reaches only kb, which ends the operator in order.
    detached: process.platform !== 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', options.onLine);
  }
  const loaded = Promise.withResolvers<readonly string[]>();
  let pong = Promise.withResolvers<void>();
  child.on('message', (message) => {
    if (!isFromOperator(message)) options.onMessage?.(message);
    else if (message.dev === 'pong') pong.resolve();
    else if (message.dev === 'loaded') loaded.resolve(message.files);
    else options.onImported?.(message.files);
  });
  const exited = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      options.onLine(`could not start ${options.main}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      const result = code ?? (signal === 'SIGTERM' ? 143 : 137);
      const timer = setTimeout(() => resolve(result), LAST_OUTPUT);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(result);
      });
    });
  });
  const send = (message: ToOperator): void => {
    // It may end at any moment: `exited` says so.
    if (child.connected) child.send(message, () => undefined);
  };
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  // With what it has started itself: its process group.
  const killAll = (): void => {
    if (child.pid === undefined || !isRunning()) return;
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  };
  process.once('exit', killAll);
  void exited.then(() => process.off('exit', killAll));
  return {
    pid: child.pid,
    exited,
    loaded: loaded.promise,
    preload: (modules) => send({ dev: 'preload', modules }),
    load: () => send({ dev: 'load' }),
    run: () => send({ dev: 'run' }),
    ping() {
      pong = Promise.withResolvers();
      send({ dev: 'ping' });
      return pong.promise;
    },
    async kill() {
      killAll();
      await exited;
    },
    async stop(grace = 10_000) {
      if (isRunning()) child.kill('SIGTERM');
      const timer = setTimeout(killAll, grace);
      await exited;
      clearTimeout(timer);
    },
  };
}

function environmentOf(options: OperatorOptions): NodeJS.ProcessEnv {
  const { watchNamespace, webhookCertificates, kubeconfig, env } = options;
  return {
    LOG_FORMAT: 'text',
    WEBHOOK_BIND_ADDRESS: WEBHOOK_ADDRESS,
    ...(watchNamespace !== undefined && { WATCH_NAMESPACE: watchNamespace }),
    ...process.env,
    ...(webhookCertificates !== undefined && { WEBHOOK_CERT_PATH: webhookCertificates }),
    KUBECONFIG: kubeconfig,
    ...env,
  };
}
