import { expired, type HttpRequest, type HttpResponse, type Status, type Transport } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { createClient } from '@kb/client';
import assert from 'node:assert/strict';
import { type AbortScope, abortScope } from '../../src/abort-scope.ts';
import {
  createSharedInformer,
  type SharedInformer,
  type SharedInformerOptions,
} from '../../src/informer/shared-informer.ts';
import { createListerWatcher } from '../../src/reflector/shared/lister-watcher.ts';
import type { LogEntry } from '../../src/log/logger.ts';
import type { ScenarioEnvironment } from './scenario.ts';
import { recordingLogger } from '../../src/test-support/recording-logger.ts';
import { type Widget, widgets } from '../../src/test-support/widgets.ts';

/** A request of a reflector. */
export interface ReflectorRequest {
  /** `stream`: a streaming list, which continues as a watch. */
  readonly kind: 'list' | 'stream' | 'watch';
  readonly query: URLSearchParams;
}

/** The body of a watch, controlled by a test. */
export interface FaultyStream {
  readonly request: ReflectorRequest;
  /** Ends it: cleanly, or with an error. */
  end(error?: Error): void;
  /** Stops passing data on, without an end: a half-open connection. */
  freeze(): void;
  /** Sends a line of a test's own. */
  send(type: string, object: object): void;
  /** The reader went away. */
  readonly left: boolean;
  /** Whether neither side has ended it. */
  readonly open: boolean;
}

/** The scenario's server, and a transport to it that fails on request. */
export interface FaultyServer {
  readonly transport: Transport;
  /**
   * The requests of reflectors, oldest first: `list rv=0 limit=500`, `stream`, `watch rv=5`. Without a version: none is
   * set.
   */
  readonly requests: string[];
  /** The same requests, with their queries. */
  readonly queries: ReflectorRequest[];
  /** The watches that were opened to the server or by {@link streamOf}, oldest first. */
  readonly streams: FaultyStream[];
  /** The newest of them. */
  stream(): FaultyStream;
  /** Sends 410 on the open watch, so that the reflector lists again. */
  loseTrack(): void;
  /** Called before the server: responds, or throws, in its place. */
  answer: ((request: ReflectorRequest) => HttpResponse | undefined) | undefined;
}

/** Puts a faulty server in front of the server of a scenario. */
function faultyServer(environment: Pick<ScenarioEnvironment, 'transport'>): FaultyServer {
  const server: FaultyServer = {
    requests: [],
    queries: [],
    streams: [],
    answer: undefined,
    stream: () => {
      const last = server.streams.at(-1);
      if (!last) throw new Error('no watch was opened');
      return last;
    },
    loseTrack: () => server.stream().send('ERROR', expired('too old resource version')),
    transport: {
      send: async (request, signal) => {
        const asked = requestOf(request);
        if (asked === undefined) return environment.transport.send(request, signal);
        server.requests.push(describe(asked));
        server.queries.push(asked);
        if (asked.kind === 'list') return server.answer?.(asked) ?? environment.transport.send(request, signal);
        // Ends the request to the server when this side ends, also by a test.
        const scope = abortScope(signal);
        const response = server.answer?.(asked) ?? (await environment.transport.send(request, scope.signal));
        if (response.status !== 200) {
          scope.close();
          return response;
        }
        const { body, stream } = faultyBody(response.body, asked, scope);
        server.streams.push(stream);
        return { ...response, body };
      },
    },
  };
  return server;
}

function requestOf({ method, path }: HttpRequest): ReflectorRequest | undefined {
  const url = new URL(path, 'http://server');
  if (method !== 'GET' || !url.pathname.endsWith(`/${widgets.plural}`)) return undefined;
  const query = url.searchParams;
  if (query.get('watch') !== 'true' && query.get('watch') !== '1') return { kind: 'list', query };
  return { kind: query.get('sendInitialEvents') === 'true' ? 'stream' : 'watch', query };
}

function describe({ kind, query }: ReflectorRequest): string {
  const [version, limit, token] = ['resourceVersion', 'limit', 'continue'].map((name) => query.get(name));
  return [kind, version && `rv=${version}`, limit && `limit=${limit}`, token && `continue=${token}`]
    .filter(Boolean)
    .join(' ');
}

function faultyBody(
  body: HttpResponse['body'],
  request: ReflectorRequest,
  scope: AbortScope,
): { readonly body: AsyncIterable<Uint8Array>; readonly stream: FaultyStream } {
  let waiting: Uint8Array[] = [];
  let ended: { readonly error?: Error } | undefined;
  let frozen = false;
  let left = false;
  let failed = false;
  let wake = (): void => undefined;
  const end = (error?: Error): void => {
    if (frozen && error === undefined) return;
    ended ??= error ? { error } : {};
    wake();
  };
  const pump = async (): Promise<void> => {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      if (frozen || ended) continue;
      waiting.push(chunk);
      wake();
    }
  };
  pump().then(
    () => end(),
    (error: unknown) => end(error instanceof Error ? error : new Error(String(error))),
  );
  async function* read(): AsyncGenerator<Uint8Array> {
    const abort = (): void => {
      ended ??= { error: scope.signal.reason };
      frozen = false;
      wake();
    };
    scope.signal.addEventListener('abort', abort, { once: true });
    try {
      for (;;) {
        const chunks = waiting;
        waiting = [];
        yield* chunks;
        if (waiting.length > 0) continue;
        if (ended?.error) throw ended.error;
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      left = true;
      scope.signal.removeEventListener('abort', abort);
      scope.abort(new Error('the stream is over'));
    }
  }
  const stream: FaultyStream = {
    request,
    end: (error) => {
      frozen = false;
      end(error);
    },
    freeze: () => {
      frozen = true;
    },
    send: (type, object) => {
      failed ||= type === 'ERROR';
      waiting.push(lineOf(type, object));
      wake();
    },
    get left() {
      return left;
    },
    get open() {
      return !left && !ended && !failed;
    },
  };
  return { body: read(), stream };
}

const json = { 'content-type': 'application/json' };

/** Makes a response with a Status. */
export const statusAnswer = (status: Status): HttpResponse => ({
  status: status.code ?? 500,
  headers: json,
  body: new TextEncoder().encode(stringifyJson(status)),
});

/** Makes a list of Widgets, like a server. */
export const listAnswer = (resourceVersion: string, items: readonly Widget[], token?: string): HttpResponse => ({
  status: 200,
  headers: json,
  body: new TextEncoder().encode(
    stringifyJson({
      apiVersion: 'test.example.com/v1',
      kind: 'WidgetList',
      metadata: { resourceVersion, ...(token !== undefined && { continue: token }) },
      items,
    }),
  ),
});

/** Makes a watch that only brings what {@link FaultyStream.send} sends. */
export const streamAnswer = (): HttpResponse => ({ status: 200, headers: json, body: silence() });

/** A watch that brings one line and ends. */
export const lineAnswer = (type: string, object: object): HttpResponse => ({
  status: 200,
  headers: json,
  body: lineOf(type, object),
});

/** A watch that ends at once. */
export const emptyAnswer = (): HttpResponse => ({ status: 200, headers: json, body: new Uint8Array() });

const lineOf = (type: string, object: object): Uint8Array =>
  new TextEncoder().encode(`${stringifyJson({ type, object })}\n`);

/** Makes the object of a bookmark; with `end`, of the one that ends a streaming list. */
export const bookmarkOf = (resourceVersion: string, end = false): object => ({
  apiVersion: 'test.example.com/v1',
  kind: 'Widget',
  metadata: { resourceVersion, ...(end && { annotations: { 'k8s.io/initial-events-end': 'true' } }) },
});

// oxlint-disable-next-line require-yield -- it says nothing.
async function* silence(): AsyncGenerator<Uint8Array> {
  await new Promise(() => undefined);
}

/** Makes the error of a broken connection. */
export const connectionError = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

/** Makes a Widget, like a server. */
export const servedWidget = (
  name: string,
  resourceVersion: string,
  more: Partial<Widget['metadata']> = {},
): Widget => ({
  apiVersion: 'test.example.com/v1',
  kind: 'Widget',
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    resourceVersion,
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...more,
  },
  spec: {},
});

/** An informer of Widgets that runs. */
export interface RunningInformer {
  readonly server: FaultyServer;
  readonly informer: SharedInformer<Widget>;
  /** The calls of a handler from the beginning: `add a initial`, `update a`, `delete a`, `tombstone a`. */
  readonly calls: string[];
  /** What the informer has logged. */
  readonly lines: readonly LogEntry[];
  /** Waits until the informer is synced and its watch is open. */
  readonly watching: () => Promise<void>;
  /** Names of what the store holds. */
  readonly names: () => string[];
}

/** Runs an informer of the scenario's Widgets for as long as `work` lasts. */
export async function withInformer(
  environment: ScenarioEnvironment,
  options: Partial<SharedInformerOptions<Widget>>,
  work: (running: RunningInformer) => Promise<void>,
  before: (running: RunningInformer) => void = () => undefined,
): Promise<void> {
  const { clock, random } = environment;
  const server = faultyServer(environment);
  const client = createClient({ transport: server.transport, clock });
  const { log, lines } = recordingLogger();
  const informer = createSharedInformer<Widget>({
    name: widgets.plural,
    source: createListerWatcher(client, widgets, { namespace: environment.namespace }),
    clock,
    random,
    log,
    ...options,
  });
  const calls: string[] = [];
  const running: RunningInformer = {
    server,
    informer,
    calls,
    lines,
    watching: () =>
      environment.eventually(() => {
        assert.ok(informer.hasSynced() && informer.state().phase === 'watching' && server.stream().open);
      }),
    names: () => [...informer.indexer.values()].map((object) => object.metadata.name).toSorted(),
  };
  informer.addEventHandler({
    onAdd: ({ metadata }, isInInitialList) =>
      void calls.push(`add ${metadata.name}${isInInitialList ? ' initial' : ''}`),
    onUpdate: (_, { metadata }) => void calls.push(`update ${metadata.name}`),
    onDelete: ({ metadata }, unknown) => void calls.push(`${unknown ? 'tombstone' : 'delete'} ${metadata.name}`),
  });
  before(running);
  const end = new AbortController();
  const run = informer.run(end.signal);
  try {
    await environment.settle();
    await work(running);
  } finally {
    end.abort(new Error('the scenario is over'));
    await run;
  }
}

/** Makes a Widget in the scenario's namespace. */
export function makeWidget(
  { client, namespace }: Pick<ScenarioEnvironment, 'client' | 'namespace'>,
  name: string,
  more: { readonly labels?: Record<string, string>; readonly annotations?: Record<string, string> } = {},
): Promise<Widget> {
  return client.create(widgets, { metadata: { name, namespace, ...more }, spec: { size: 1 } });
}
