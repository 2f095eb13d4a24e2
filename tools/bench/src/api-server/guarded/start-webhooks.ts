import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WebhookAddress } from './webhook-address.ts';

/** The webhooks of the benchmark while they are served. */
export interface ServedWebhooks extends WebhookAddress {
  stop(): Promise<void>;
}

/** Serves the webhooks in a separate process, so that neither the server nor the load waits for them. */
export async function startWebhooks(): Promise<ServedWebhooks> {
  const child = fork(fileURLToPath(new URL('webhook-server.ts', import.meta.url)), {
    execArgv: ['--conditions=@kb/source'],
  });
  const exited = once(child, 'exit');
  const [address] = (await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`the webhooks exited with ${String(code)}`);
    }),
  ])) as [WebhookAddress];
  return {
    ...address,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
