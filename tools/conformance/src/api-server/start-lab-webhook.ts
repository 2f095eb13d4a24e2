import { systemClock } from '@kb/client';
import { createSelfSignedCertificate, fixedSource } from '@kb/runtime/serving';
import { createWebhookServer } from '@kb/runtime/webhook';
import { answerLabWebhook, type LabWebhook } from '@kb/apiserver/recorded';

/** The lab's webhook while it is served. */
export interface ServedLabWebhook extends LabWebhook {
  stop(): Promise<void>;
}

/** Serves the webhook of the lab on loopback, for a server that is another process. */
export async function startLabWebhook(): Promise<ServedLabWebhook> {
  const pair = await createSelfSignedCertificate({ now: systemClock.now() });
  const broken = new Set<string>();
  const server = createWebhookServer({
    clock: systemClock,
    address: '127.0.0.1:0',
    certificates: fixedSource(pair),
  });
  server.register('/convert', async ({ body }) => {
    const chunks: Uint8Array[] = [];
    if (body instanceof Uint8Array) chunks.push(body);
    else for await (const chunk of body ?? []) chunks.push(chunk);
    const answer = answerLabWebhook(Buffer.concat(chunks).toString('utf8'), broken);
    return { status: answer.status, headers: {}, body: Buffer.from(answer.body, 'utf8') };
  });
  const stopping = new AbortController();
  const running = server.start(stopping.signal);
  await server.ready();
  return {
    origin: server.address()?.url ?? '',
    caBundle: Buffer.from(pair.ca, 'utf8').toString('base64'),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
