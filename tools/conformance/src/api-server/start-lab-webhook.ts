import { systemClock } from '@kb/client';
import { createSelfSignedCertificate, fixedSource } from '@kb/runtime/serving';
import { createWebhookServer } from '@kb/runtime/webhook';
import {
  answerLabAdmission,
  answerLabWebhook,
  labAdmissionPaths,
  type LabAnswer,
  type LabWebhook,
} from '@kb/apiserver/recorded';

/** The lab's webhooks while it is served. */
export interface ServedLabWebhook extends LabWebhook {
  stop(): Promise<void>;
}

/** Serves the webhooks of the lab, for conversion and admission, for a server that is another process. */
export async function startLabWebhook(): Promise<ServedLabWebhook> {
  const pair = await createSelfSignedCertificate({ now: systemClock.now() });
  const broken = new Set<string>();
  const server = createWebhookServer({
    clock: systemClock,
    address: '127.0.0.1:0',
    certificates: fixedSource(pair),
  });
  const serve = (path: string, respond: (text: string) => LabAnswer): void =>
    server.register(path, async ({ body }) => {
      const chunks: Uint8Array[] = [];
      if (body instanceof Uint8Array) chunks.push(body);
      else for await (const chunk of body ?? []) chunks.push(chunk);
      const answer = respond(Buffer.concat(chunks).toString('utf8'));
      return { status: answer.status, headers: answer.headers ?? {}, body: Buffer.from(answer.body, 'utf8') };
    });
  serve('/convert', (text) => answerLabWebhook(text, broken));
  for (const path of labAdmissionPaths) serve(path, (text) => answerLabAdmission(path, text));
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
