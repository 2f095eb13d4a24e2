import { systemClock } from '@kb/client';
import type { HttpRequest } from '@kb/apimachinery';
import { createSelfSignedCertificate, fixedSource, serveHttp } from '@kb/runtime/serving';
import {
  answerLabAdmission,
  answerLabExtension,
  answerLabWebhook,
  labAdmissionPaths,
  type LabAnswer,
  type LabWebhook,
} from '@kb/apiserver/recorded';

/** The lab's webhooks while it is served. */
export interface ServedLabWebhook extends LabWebhook {
  stop(): Promise<void>;
}

/** Serves the webhooks of the lab, and its extension server, for an API server that is another process. */
export async function startLabWebhook(): Promise<ServedLabWebhook> {
  const pair = await createSelfSignedCertificate({ now: systemClock.now() });
  const broken = new Set<string>();
  const respond = (request: HttpRequest, path: string, body: string): LabAnswer => {
    if (path === '/convert') return answerLabWebhook(body, broken);
    if (labAdmissionPaths.includes(path)) return answerLabAdmission(path, body, request.headers);
    return answerLabExtension({ ...request, body });
  };
  const server = serveHttp({
    name: 'lab webhook',
    clock: systemClock,
    address: '127.0.0.1:0',
    certificates: fixedSource(pair),
    handler: async (request) => {
      const { body } = request;
      const chunks: Uint8Array[] = [];
      if (body instanceof Uint8Array) chunks.push(body);
      else for await (const chunk of body ?? []) chunks.push(chunk);
      const [path = ''] = request.path.split('?', 1);
      const answer = respond(request, path, Buffer.concat(chunks).toString('utf8'));
      return { status: answer.status, headers: answer.headers ?? {}, body: Buffer.from(answer.body, 'utf8') };
    },
  });
  const stopping = new AbortController();
  const running = server.run(stopping.signal);
  const { url } = await server.listening;
  return {
    origin: url,
    caBundle: Buffer.from(pair.ca, 'utf8').toString('base64'),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
