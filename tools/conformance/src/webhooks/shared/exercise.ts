import { type HttpRequest, type HttpResponse, type Transport } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';

/** The response of an API server, without what differs from run to run. */
export interface Answer {
  readonly request: string;
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: string;
}

/** A request of an exercise. */
export interface Step {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the part that names the namespace: see `Exercise.pathOf`. */
  readonly path: string;
  readonly body?: object;
  readonly type?: string;
}

/** What a user does with the objects that reach webhooks. */
export interface Exercise {
  readonly steps: readonly Step[];
  /** Returns the path of a step in a namespace. */
  readonly pathOf: (path: string, namespace: string) => string;
  /** The paths of the lists of all kinds that the steps change. */
  readonly lists: readonly string[];
}

/** Sends all requests, one after another, and returns the responses. */
export async function exercise(
  { steps, pathOf, lists }: Exercise,
  transport: Transport,
  namespace: string,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const step of steps) {
    // Once a list returns, the caches of kube-apiserver have seen all writes: it does not try a change twice.
    for (const list of lists)
      await textOf(await send(transport, { method: 'GET', path: `${pathOf(list, namespace)}?limit=1` }));
    const response = await send(transport, { ...step, path: pathOf(step.path, namespace) });
    const { warning } = response.headers;
    answers.push({
      request: `${step.method} ${step.path}`,
      status: response.status,
      warnings: warning === undefined ? [] : [warning].flat(),
      body: await textOf(response),
    });
  }
  return answers;
}

/** Sends a request as the same user on every server. Resolves with the response. */
export function send(
  transport: Transport,
  { method, path, type = 'application/json', body }: Step,
): Promise<HttpResponse> {
  const request: HttpRequest = {
    method,
    path,
    headers: {
      accept: 'application/json',
      'content-type': type,
      'user-agent': 'conformance',
      'impersonate-user': 'ann',
      'impersonate-group': 'system:masters',
    },
    ...(body && { body: new TextEncoder().encode(stringifyJson(body)) }),
  };
  return transport.send(request);
}

/** Resolves with the body of a response. */
export async function textOf({ body }: HttpResponse): Promise<string> {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
