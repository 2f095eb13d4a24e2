import { type HttpRequest, type HttpResponse, type Transport } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';

/** The response of an API server, without what differs from run to run. */
export interface Answer {
  readonly request: string;
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: string;
}

interface Step {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version: `v1/cronjobs/a`. */
  readonly path: string;
  readonly body?: object;
  readonly type?: string;
}

const jobTemplate = {
  spec: {
    template: { spec: { containers: [{ name: 'hello', image: 'busybox' }], restartPolicy: 'OnFailure' } },
  },
};
const cronJob = (version: 'v1' | 'v2', name: string, spec: object): object => ({
  apiVersion: `batch.tutorial.kubebuilder.io/${version}`,
  kind: 'CronJob',
  metadata: { name },
  spec: { jobTemplate, ...spec },
});
const MERGE_PATCH = 'application/merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

/**
 * What a user does with CronJobs of both versions: all that reaches one of the webhooks, and what they refuse. Field
 * managers have names in the order of their writes, so that their order is the same within a second and after it.
 */
const steps: readonly Step[] = [
  { method: 'POST', path: 'v1/cronjobs', body: cronJob('v1', 'a', { schedule: '*/5 * * * *' }) },
  { method: 'POST', path: 'v1/cronjobs', body: cronJob('v1', 'bad', { schedule: '* *' }) },
  { method: 'POST', path: 'v1/cronjobs', body: cronJob('v1', 'x'.repeat(60), { schedule: '*' }) },
  {
    method: 'POST',
    path: 'v2/cronjobs?fieldManager=m',
    body: cronJob('v2', 'b', { schedule: { minute: '1', dayOfWeek: '2' }, concurrencyPolicy: 'Forbid' }),
  },
  { method: 'GET', path: 'v2/cronjobs/a' },
  { method: 'GET', path: 'v1/cronjobs/b' },
  { method: 'PATCH', path: 'v1/cronjobs/a', type: MERGE_PATCH, body: { spec: { suspend: true } } },
  {
    method: 'PATCH',
    path: 'v2/cronjobs/a?fieldManager=d',
    type: MERGE_PATCH,
    body: { spec: { schedule: { minute: '7' } } },
  },
  {
    method: 'PATCH',
    path: 'v2/cronjobs/a?fieldManager=d',
    type: MERGE_PATCH,
    body: { spec: { schedule: { minute: '7 8' } } },
  },
  {
    method: 'PATCH',
    path: 'v2/cronjobs/c?fieldManager=applier&force=true',
    type: APPLY_PATCH,
    body: cronJob('v2', 'c', { schedule: { hour: '3' } }),
  },
  {
    method: 'PATCH',
    path: 'v1/cronjobs/c?fieldManager=applier&force=true',
    type: APPLY_PATCH,
    body: cronJob('v1', 'c', { schedule: '1 2 3 4 5', suspend: true }),
  },
  {
    method: 'PATCH',
    path: 'v1/cronjobs/a/status?fieldManager=e',
    type: MERGE_PATCH,
    body: { status: { lastScheduleTime: '2026-01-01T00:00:00Z' } },
  },
  { method: 'GET', path: 'v2/cronjobs' },
  { method: 'POST', path: 'v1/cronjobs?dryRun=All', body: cronJob('v1', 'd', { schedule: '1 1 1 1 1' }) },
  { method: 'DELETE', path: 'v1/cronjobs/a' },
  { method: 'DELETE', path: 'v2/cronjobs/b', body: { propagationPolicy: 'Foreground', gracePeriodSeconds: 0 } },
  { method: 'DELETE', path: 'v2/cronjobs' },
];

/** Sends all requests, one after another, and returns the responses. */
export async function exercise(transport: Transport, namespace: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const paths = ['v1', 'v2'].map(
    (version) => `/apis/batch.tutorial.kubebuilder.io/${version}/namespaces/${namespace}/cronjobs?limit=1`,
  );
  for (const { method, path, body, type = 'application/json' } of steps) {
    // Once a list returns, the caches of kube-apiserver have seen all writes: it does not try a change twice.
    for (const list of paths) await textOf(await send(transport, { method: 'GET', path: list }));
    const [version, rest] = [path.slice(0, 2), path.slice(3)];
    const response = await send(transport, {
      method,
      path: `/apis/batch.tutorial.kubebuilder.io/${version}/namespaces/${namespace}/${rest}`,
      type,
      ...(body && { body }),
    });
    const { warning } = response.headers;
    answers.push({
      request: `${method} ${path}`,
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

/** The body of a response. */
async function textOf({ body }: HttpResponse): Promise<string> {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
