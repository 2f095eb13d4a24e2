// Serves the webhooks of the benchmark over HTTPS, in a process of its own: `node webhook-server.ts`, with an IPC
// channel, over which it sends its address. It ends when the channel closes.
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '@kb/client';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import { MUTATE_PATH, type WebhookAddress } from './webhook-address.ts';

const LABELLED = Buffer.from(
  JSON.stringify([{ op: 'add', path: '/metadata/labels/webhook', value: 'called' }]),
).toString('base64');

const pair = await createSelfSignedCertificate({ now: systemClock.now() });
const server = createServer({ cert: pair.cert, key: pair.key }, (request, response) => {
  void answer(request, response);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the webhook has no port');
  const where: WebhookAddress = {
    origin: `https://127.0.0.1:${address.port}`,
    caBundle: Buffer.from(pair.ca).toString('base64'),
  };
  process.send?.(where);
});
process.on('disconnect', () => process.exit(0));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const review = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { request: { uid: string } };
  const patch = request.url?.startsWith(MUTATE_PATH) ? { patchType: 'JSONPatch', patch: LABELLED } : {};
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: review.request.uid, allowed: true, ...patch },
    }),
  );
}
