import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@kb/control-plane';
import { buildGo } from '../build-go.ts';
import { endWithThisProcess } from '../processes.ts';
import type { MeteredProgram } from './exercise.ts';

const source = fileURLToPath(new URL('../../../controller-runtime', import.meta.url));

/** The controller-runtime program, built. */
export interface GoProgram {
  start(kubeconfig: string, namespace: string): Promise<MeteredProgram>;
  remove(): void;
}

/** Builds tools/controller-runtime/metrics. Returns the reason if it cannot be built. */
export function buildGoProgram(): GoProgram | { readonly reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kb-go-metrics-'));
  const binary = join(folder, 'metrics');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const problem = buildGo(['-o', binary, './metrics'], source);
  if (problem === undefined)
    return { start: (kubeconfig, namespace) => start(binary, folder, kubeconfig, namespace), remove };
  remove();
  return { reason: problem };
}

async function start(binary: string, folder: string, kubeconfig: string, namespace: string): Promise<MeteredProgram> {
  const [metricsPort, webhookPort] = [await freePort(), await freePort()];
  const args = [`-namespace=${namespace}`, `-metrics-bind-address=127.0.0.1:${metricsPort}`];
  args.push(`-webhook-port=${webhookPort}`, `-webhook-cert-path=${folder}`);
  const child = endWithThisProcess(
    spawn(binary, args, { env: { ...process.env, KUBECONFIG: kubeconfig }, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  return {
    metricsUrl: `http://127.0.0.1:${metricsPort}`,
    webhookUrl: `https://127.0.0.1:${webhookPort}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return log.split('\n');
    },
  };
}
