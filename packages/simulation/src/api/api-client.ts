import {
  type DeepReadonly,
  type HttpResponse,
  type JsonValue,
  type KubernetesList,
  type KubernetesObject,
  type ObjectInput,
  type ObjectKey,
  parseJson,
  type Resource,
  type ResourceDefinition,
  type Status,
  StatusError,
  stringifyJson,
  type Transport,
} from '@kb/apimachinery';
import { readJsonLines, readText } from './json-lines.ts';
import { type PathParts, resourcePath } from './resource-path.ts';

/** What the client is made from. */
export interface ApiClientOptions {
  readonly transport: Transport;
  /** Ends every request. */
  readonly signal: AbortSignal;
  /** Who writes, in managed fields: the component that is simulated, such as `kubelet`. */
  readonly fieldManager: string;
}

/** Options of lists and watches. */
export interface ReadOptions {
  readonly namespace?: string;
  /** Ask for the objects' metadata alone (PartialObjectMetadata). */
  readonly metadataOnly?: boolean;
  readonly resourceVersion?: string;
  /** Ends this request before the client's own signal does. */
  readonly signal?: AbortSignal;
}

/** Options of deletes: metav1.DeleteOptions. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Foreground' | 'Background' | 'Orphan';
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** An event of a watch, as it is on the wire. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: KubernetesObject;
}

/**
 * The few requests that the simulated components send, typed by the resource's handle. Every answer that is no success
 * is a StatusError; every other rejection is the connection's, or the signal's reason. It is no general client: that is
 * `@kb/client`, which this package may not depend on.
 */
export interface ApiClient {
  get<T extends KubernetesObject, A>(resource: Resource<T, A>, key: ObjectKey): Promise<T>;
  list<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: ReadOptions): Promise<KubernetesList<T>>;
  /** One watch request with bookmarks. Ends when the server ends it; an `ERROR` event throws. */
  watch(resource: ResourceDefinition, options?: ReadOptions): AsyncIterable<WatchEvent>;
  create<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    object: NoInfer<DeepReadonly<ObjectInput<T>>>,
  ): Promise<T>;
  /** Replaces the object, or one subresource of it, if it still has its resource version. */
  update<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    object: NoInfer<DeepReadonly<T>>,
    subresource?: string,
  ): Promise<T>;
  /** A JSON merge patch. */
  patch<T extends KubernetesObject, A>(resource: Resource<T, A>, key: ObjectKey, patch: object): Promise<T>;
  /**
   * Answers the object when it is not gone yet, or when the server answers the object for its kind, else a success
   * Status.
   */
  delete<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    key: ObjectKey,
    options?: DeleteOptions,
  ): Promise<T | Status>;
  deleteCollection(resource: ResourceDefinition, namespace: string, options?: DeleteOptions): Promise<void>;
  /** A POST to a subresource (`binding`). */
  post(resource: ResourceDefinition, key: ObjectKey, subresource: string, body: object): Promise<void>;
  /** A GET of any path that answers JSON. */
  getJson(path: string): Promise<JsonValue>;
}

/** What one request says. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Makes an {@link ApiClient}. */
export function createApiClient({ transport, signal, fieldManager }: ApiClientOptions): ApiClient {
  const encoder = new TextEncoder();

  async function send(what: Call): Promise<HttpResponse> {
    const { method, path, query = {}, accept = JSON_TYPE, contentType = JSON_TYPE, body } = what;
    const headers: Record<string, string> = { accept, 'user-agent': `${fieldManager}/simulated` };
    if (body !== undefined) headers['content-type'] = contentType;
    const request = { method, path: withQuery(path, query), headers };
    const bytes = body === undefined ? undefined : encoder.encode(stringifyJson(body));
    const response = await transport.send(
      bytes === undefined ? request : { ...request, body: bytes },
      what.signal ?? signal,
    );
    if (response.status < 200 || response.status > 299) throw await failureOf(response);
    return response;
  }

  // The type of an answer is what its resource's handle says: the server is trusted with that, as by every client.
  async function call<T>(what: Call): Promise<T> {
    const response = await send(what);
    return parseJson(await readText(response.body)) as T;
  }

  function write<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown, contentType?: string): Promise<T> {
    return call({ method, path, query: { fieldManager }, body, ...(contentType !== undefined && { contentType }) });
  }

  async function list<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    { namespace, metadataOnly, resourceVersion, signal: own }: ReadOptions = {},
  ): Promise<KubernetesList<T>> {
    // Empty lists of metadata have `items: null`.
    const answer = await call<Omit<KubernetesList<T>, 'items'> & { readonly items: T[] | null }>({
      method: 'GET',
      path: resourcePath(resource, { namespace }),
      query: { resourceVersion },
      signal: own,
      ...(metadataOnly && { accept: metadataType('PartialObjectMetadataList') }),
    });
    return { ...answer, items: answer.items ?? [] };
  }

  return {
    get: (resource, key) => call({ method: 'GET', path: resourcePath(resource, key) }),
    list,
    async *watch(resource, { namespace, metadataOnly, resourceVersion, signal: own } = {}) {
      const { body } = await send({
        method: 'GET',
        path: resourcePath(resource, { namespace }),
        query: { watch: 'true', allowWatchBookmarks: 'true', resourceVersion },
        signal: own,
        ...(metadataOnly && { accept: metadataType('PartialObjectMetadata') }),
      });
      for await (const line of readJsonLines(body)) yield watchEventOf(line);
    },
    create: (resource, object) => {
      // The compiler cannot see through DeepReadonly of a type parameter.
      const { namespace } = (object as { readonly metadata: { readonly namespace?: string } }).metadata;
      return write('POST', resourcePath(resource, { namespace }), withKind(resource, object));
    },
    update: (resource, object, subresource) => {
      const { namespace, name } = object.metadata;
      const parts: PathParts = { namespace, name, ...(subresource !== undefined && { subresource }) };
      return write('PUT', resourcePath(resource, parts), withKind(resource, object));
    },
    patch: (resource, key, patch) => write('PATCH', resourcePath(resource, key), patch, MERGE_PATCH_TYPE),
    delete: (resource, key, options) =>
      call({ method: 'DELETE', path: resourcePath(resource, key), body: deleteOptions(options) }),
    deleteCollection: async (resource, namespace, options) => {
      const path = resourcePath(resource, { namespace });
      await call({ method: 'DELETE', path, body: deleteOptions(options) });
    },
    post: async (resource, { namespace, name }, subresource, body) => {
      await write('POST', resourcePath(resource, { namespace, name, subresource }), body);
    },
    getJson: (path) => call({ method: 'GET', path }),
  };
}

const JSON_TYPE = 'application/json';
const MERGE_PATCH_TYPE = 'application/merge-patch+json';

const metadataType = (as: string): string => `${JSON_TYPE};as=${as};g=meta.k8s.io;v=v1`;

const deleteOptions = (options: DeleteOptions = {}): object => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  ...options,
});

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** The object with the `apiVersion` and `kind` that items of lists come without. */
function withKind(resource: ResourceDefinition, object: object): object {
  const { group, version, kind } = resource;
  return { ...object, apiVersion: group === '' ? version : `${group}/${version}`, kind };
}

async function failureOf(response: HttpResponse): Promise<Error> {
  const text = await readText(response.body);
  return new StatusError(readStatus(text) ?? statusFromHttp(response.status, text));
}

function readStatus(text: string): Status | undefined {
  try {
    const value: unknown = parseJson(text);
    return isStatus(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Status';
}

/** What stands for an answer that is no Status, such as a proxy's or the API server's plain `404 page not found`. */
function statusFromHttp(code: number, text: string): Status {
  const message = text.trim() || `the server answered ${code}`;
  return { apiVersion: 'v1', kind: 'Status', metadata: {}, status: 'Failure', code, message };
}

function watchEventOf(line: JsonValue): WatchEvent {
  const event = line as unknown as WatchEvent | { readonly type: 'ERROR'; readonly object: Status };
  if (event.type === 'ERROR') throw new StatusError(event.object);
  return event;
}
