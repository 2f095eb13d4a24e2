import { createVirtualClock, type HttpResponse, type Transport, type VirtualClock } from '@kb/apimachinery';
import { type ApiServer, type ApiServerOptions, createApiServer } from '../server/api-server.ts';

/** A response that has been read. */
export interface Answer {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  /** The body as JSON; undefined when there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look wherever they like
  readonly body: any;
  readonly text: string;
  readonly warnings: readonly string[];
}

/** A test server, with requests that go through its transport. */
export interface Wire {
  readonly api: ApiServer;
  readonly clock: VirtualClock;
  readonly transport: Transport;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  del(path: string, body?: unknown): Promise<Answer>;
  merge(path: string, body: unknown): Promise<Answer>;
  strategic(path: string, body: unknown): Promise<Answer>;
  json(path: string, body: unknown): Promise<Answer>;
  apply(path: string, manager: string, body: unknown): Promise<Answer>;
  send(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Answer>;
  /** Starts a watch; its frames are collected as they are sent. */
  watch(path: string, headers?: Record<string, string>): Promise<Watching>;
}

/** A watch of a test. */
export interface Watching {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look wherever they like
  readonly frames: any[];
  /** Returns `ADDED a`, `MODIFIED a`… for each frame. */
  names(): string[];
  /** Whether the server has ended the watch. */
  readonly ended: () => boolean;
  stop(): Promise<void>;
}

/** Starts a server on a virtual clock. */
export function startWire(options: Partial<ApiServerOptions> = {}): Wire {
  const clock = createVirtualClock();
  const bugs: unknown[] = [];
  const api = createApiServer({
    clock,
    onBug: (error) => bugs.push(error),
    onNotEnforced: () => undefined,
    ...options,
  });
  const { transport } = api;

  const send: Wire['send'] = async (method, path, { body, headers = {} } = {}) => {
    const bytes =
      body === undefined ? undefined : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
    const response = await transport.send({
      method,
      path,
      headers: { 'user-agent': 'test', ...(bytes && { 'content-type': 'application/json' }), ...headers },
      ...(bytes && { body: bytes }),
    });
    if (bugs.length > 0) throw bugs[0];
    const text = await textOf(response.body);
    const { warning = [] } = response.headers;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parse(text),
      warnings: typeof warning === 'string' ? [warning] : warning,
    };
  };
  const patch =
    (type: string) =>
    (path: string, body: unknown): Promise<Answer> =>
      send('PATCH', path, { body, headers: { 'content-type': type } });

  return {
    api,
    clock,
    transport,
    send,
    get: (path, headers) => send('GET', path, { ...(headers && { headers }) }),
    post: (path, body, headers) => send('POST', path, { body, ...(headers && { headers }) }),
    put: (path, body) => send('PUT', path, { body }),
    del: (path, body) => send('DELETE', path, { body }),
    merge: patch('application/merge-patch+json'),
    strategic: patch('application/strategic-merge-patch+json'),
    json: patch('application/json-patch+json'),
    apply: (path, manager, body) =>
      patch('application/apply-patch+yaml')(`${path}${path.includes('?') ? '&' : '?'}fieldManager=${manager}`, body),
    watch: async (path, headers = {}) => {
      const abort = new AbortController();
      const response = await transport.send({ method: 'GET', path, headers }, abort.signal);
      return following(response, abort, clock);
    },
  };
}

async function following(
  { status, body }: HttpResponse,
  abort: AbortController,
  clock: VirtualClock,
): Promise<Watching> {
  if (body instanceof Uint8Array)
    throw new Error(`expected a stream, got ${status}: ${new TextDecoder().decode(body)}`);
  const frames: { type: string; object: { metadata?: { name?: string } } }[] = [];
  let ended = false;
  const reading = (async () => {
    let rest = '';
    for await (const chunk of body) {
      rest += new TextDecoder().decode(chunk);
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) frames.push(JSON.parse(line));
    }
  })()
    .catch((error: unknown) => {
      if (!abort.signal.aborted) throw error;
    })
    .finally(() => (ended = true));
  await clock.settle();
  return {
    frames,
    names: () => frames.map(({ type, object }) => `${type} ${object.metadata?.name ?? ''}`.trim()),
    ended: () => ended,
    stop: async () => {
      abort.abort(new Error('stopped'));
      await reading;
    },
  };
}

/** Returns the text of a body; a long list comes in pieces. */
async function textOf(body: HttpResponse['body']): Promise<string> {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
export const PODS = '/api/v1/namespaces/default/pods';
export const SERVICES = '/api/v1/namespaces/default/services';
export const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
export const WIDGETS = '/apis/lab.example.com/v1/namespaces/default/widgets';
export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

export const configMap = (name: string, data: object = { a: '1' }, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  data,
});

export const deployment = (name: string, spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, ...metadata },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    ...spec,
  },
});

export const pod = (name: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});

export const widget = (name: string, spec: object = { color: 'red' }, rest: object = {}): object => ({
  apiVersion: 'lab.example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
  ...rest,
});

/** Returns the definition of a custom resource with subresources, defaults and columns. */
export function widgetDefinition(version: object = {}, spec: object = {}): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.lab.example.com' },
    spec: {
      group: 'lab.example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: {
            status: {},
            scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
          },
          additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  properties: {
                    color: { type: 'string', enum: ['red', 'green'] },
                    replicas: { type: 'integer', minimum: 0, default: 1 },
                    big: { type: 'integer', format: 'int64' },
                  },
                },
                status: { type: 'object', properties: { replicas: { type: 'integer' } } },
              },
            },
          },
          ...version,
        },
      ],
      ...spec,
    },
  };
}
