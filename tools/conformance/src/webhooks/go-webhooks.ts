import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HttpResponse } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { freePort } from '@kb/control-plane';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import { buildGo } from '../build-go.ts';
import { endWithThisProcess } from '../processes.ts';
import type { Backend } from './shared/recording-proxy.ts';

const source = fileURLToPath(new URL('../../../controller-runtime', import.meta.url));

/** The webhooks of the controller-runtime program, which runs. */
export interface GoWebhooks {
  readonly backend: Backend;
  stop(): Promise<void>;
}

/** Builds a program of tools/controller-runtime, and starts it. Returns the reason if it cannot be built. */
export async function startGoWebhooks(
  goPackage: string,
  kubeconfig: string,
): Promise<GoWebhooks | { readonly reason: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'kb-go-webhooks-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const binary = join(folder, 'webhooks');
  const reason = buildGo(['-o', binary, `./${goPackage}`], source);
  if (reason !== undefined) {
    remove();
    return { reason };
  }
  const { cert, key, ca } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'], now: systemClock.now() });
  writeFileSync(join(folder, 'tls.crt'), cert);
  writeFileSync(join(folder, 'tls.key'), key, { mode: 0o600 });
  const port = await freePort();
  const child = endWithThisProcess(
    spawn(binary, [`-webhook-port=${port}`, `-webhook-cert-path=${folder}`], {
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const backend: Backend = (asked) => send(`https://127.0.0.1:${port}`, ca, asked);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    remove();
  };
  if (!(await untilListening(backend, () => child.exitCode === null))) {
    await stop();
    return { reason: `the program does not serve webhooks: ${log.slice(-2000)}` };
  }
  return { backend, stop };
}

/** How long the program may take until it serves, in steps of 100 ms. */
const STEPS = 600;

async function untilListening(backend: Backend, isRunning: () => boolean): Promise<boolean> {
  for (let step = 0; step < STEPS && isRunning(); step += 1) {
    const probe = { method: 'POST' as const, path: '/', headers: {}, body: Buffer.of() };
    if (
      await backend(probe).then(
        () => true,
        () => false,
      )
    )
      return true;
    await systemClock.sleep(100);
  }
  return false;
}

function send(origin: string, ca: string, { path, headers, body }: Parameters<Backend>[0]): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}${path}`, { method: 'POST', headers: { ...headers }, ca, agent: false });
    asked.once('error', reject);
    asked.once('response', (response) => {
      const type = response.headers['content-type'];
      resolve({
        status: response.statusCode ?? 0,
        headers: type === undefined ? {} : { 'content-type': type },
        body: response,
      });
    });
    asked.end(body);
  });
}
