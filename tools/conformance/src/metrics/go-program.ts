import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@kb/control-plane';
import type { MeteredProgram } from './exercise.ts';

const source = fileURLToPath(new URL('../../../controller-runtime', import.meta.url));

/** controller-runtime's program, built. */
export interface GoProgram {
  start(kubeconfig: string, namespace: string): Promise<MeteredProgram>;
  remove(): void;
}

/** Builds tools/controller-runtime/metrics; or says why it cannot. */
export function buildGoProgram(): GoProgram | { readonly reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kb-go-metrics-'));
  const binary = join(folder, 'metrics');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const build = spawnSync('go', ['build', '-o', binary, './metrics'], { cwd: source, encoding: 'utf8' });
  if (build.status === 0)
    return { start: (kubeconfig, namespace) => start(binary, folder, kubeconfig, namespace), remove };
  remove();
  return { reason: build.error === undefined ? build.stderr.split('\n').slice(0, 3).join(' ') : 'there is no Go' };
}

async function start(binary: string, folder: string, kubeconfig: string, namespace: string): Promise<MeteredProgram> {
  const [metricsPort, webhookPort] = [await freePort(), await freePort()];
  const args = [`-namespace=${namespace}`, `-metrics-bind-address=127.0.0.1:${metricsPort}`];
  args.push(`-webhook-port=${webhookPort}`, `-webhook-cert-path=${folder}`);
  const child = spawn(binary, args, {
    env: { ...process.env, KUBECONFIG: kubeconfig },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
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
