import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WEBHOOK_ADDRESS } from '../webhooks/operator-origin.ts';

/** The operator, running in a separate process. */
export interface OperatorProcess {
  /** Resolves with its exit code when it ends for any reason. */
  readonly exited: Promise<number>;
  /** Asks it to end, and kills it after 10 s. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Ends it with SIGKILL. Resolves when it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts the main module of a controller package with kb's own Node and export conditions. Its webhooks listen on
 * loopback, unless the environment says otherwise. `onLine` is called with each line that it prints.
 */
export function startOperator(options: {
  readonly main: string;
  readonly cwd: string;
  readonly kubeconfig: string;
  /** The folder of the certificate of its webhook server. Default: that of the runtime. */
  readonly webhookCertificates?: string;
  /** The namespaces that an operator of single namespaces watches, unless the environment says otherwise. */
  readonly watchNamespace?: string | undefined;
  readonly onLine: (line: string) => void;
}): OperatorProcess {
  const suffix = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const endWithParent = new URL(`./end-with-parent.${suffix}`, import.meta.url).href;
  const child = spawn(process.execPath, [...process.execArgv, '--import', endWithParent, options.main], {
    cwd: options.cwd,
    env: {
      LOG_FORMAT: 'text',
      WEBHOOK_BIND_ADDRESS: WEBHOOK_ADDRESS,
      ...(options.watchNamespace !== undefined && { WATCH_NAMESPACE: options.watchNamespace }),
      ...process.env,
      ...(options.webhookCertificates !== undefined && { WEBHOOK_CERT_PATH: options.webhookCertificates }),
      KUBECONFIG: options.kubeconfig,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A separate process group: Ctrl-C reaches only kb, which ends the operator in order.
    detached: process.platform !== 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', options.onLine);
  }
  const exited = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      options.onLine(`could not start ${options.main}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGTERM' ? 143 : 137)));
  });
  return {
    exited,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(timer);
    },
  };
}
