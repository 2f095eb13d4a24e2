import {
  type DeepReadonly,
  formatObjectKey,
  isStatusError,
  keyOf,
  type KubernetesObject,
  metadataOf,
} from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { parseFieldSelector, parseLabelSelector, SelectorError } from '@kb/apimachinery/selectors';
import {
  type Client,
  createClient,
  createRestMapper,
  createTransport,
  type DiscoveredResource,
  findResource,
  loadKubeConfig,
  systemClock,
  systemRandom,
} from '@kb/client';
import { type CacheDependencies, createCache, silentLogger } from '@kb/runtime';
import { nearestName } from '@kb/codegen/nearest-name';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ConnectionNotices, createConnectionNotices } from './connection-notices.ts';

/** The format of events. */
type EventFormat = 'text' | 'json';

/** The change of an object. */
type EventType = 'added' | 'modified' | 'deleted';

/** Options of {@link watchCluster}. */
export interface WatchClusterOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A kubeconfig file, absolute. Default: kubectl's. */
  readonly kubeconfig: string | undefined;
  /** Default: the current context. */
  readonly context: string | undefined;
  /** Any name of a resource. */
  readonly resource: string;
  /** Empty: all. Default: the context's. */
  readonly namespace: string | undefined;
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
  readonly output: EventFormat;
}

/**
 * Prints a line for every existing object, and then for every change, until `signal` is aborted. After a lost
 * connection it resumes after the last event; if the server has forgotten that event, it prints the difference. Rejects
 * if the resource cannot be found, or may not be watched.
 */
export async function watchCluster(
  options: WatchClusterOptions,
  terminal: Pick<Terminal, 'print' | 'printError' | 'paint'>,
  signal: AbortSignal,
): Promise<void> {
  const { env, kubeconfig, context, output } = options;
  checkSelectors(options);
  const access = await loadKubeConfig({
    env,
    ...(kubeconfig !== undefined && { path: kubeconfig }),
    ...(context !== undefined && { context }),
  });
  const say = (line: string): void => terminal.printError(`${terminal.paint('yellow', 'watch')}: ${line}`);
  const notices = createConnectionNotices(say, systemClock, signal);
  const transport = createTransport(access);
  try {
    const client = createClient({
      transport,
      clock: systemClock,
      observe: notices.observer,
      onWarning: say,
    });
    const whole = await discover(client, options.resource, signal);
    // A line of text has only names: request and keep only metadata.
    const resource = output === 'json' ? whole : metadataOf(whole);
    const namespace = whole.namespaced ? (options.namespace ?? access.namespace) : '';
    const { labelSelector = '', fieldSelector = '' } = options;
    const failure = new AbortController();
    const cache = createCache(
      { client, clock: systemClock, random: systemRandom, log: silentLogger, metrics: tellNotices(notices) },
      {
        namespaces: namespace === '' ? [] : [namespace],
        labelSelector,
        fieldSelector,
        syncPeriod: 0,
        watchErrorHandler: (error) => {
          // An error of the first list does not go away on its own.
          if (!held.hasSynced() && isRefusal(error)) failure.abort(error);
        },
      },
    );
    using held = cache.resource<KubernetesObject, unknown>(resource);
    const print = (type: EventType, object: DeepReadonly<KubernetesObject>): void =>
      terminal.print(describeEvent(output, type, object));
    held.addEventHandler({
      onAdd: (object) => print('added', object),
      onUpdate: (before, object) => {
        // A new list also calls the handler for unchanged objects.
        if (before.metadata.resourceVersion !== object.metadata.resourceVersion) print('modified', object);
      },
      onDelete: (object) => print('deleted', object),
    });
    const end = AbortSignal.any([signal, failure.signal]);
    const synced = held.waitForSync({ signal: end, timeout: 0 }).then(notices.begin);
    synced.catch(() => undefined);
    await cache.run(end);
    if (failure.signal.aborted) throw failure.signal.reason;
  } catch (error) {
    if (signal.aborted) return;
    throw isStatusError(error) ? refused(error, options.resource, access.server) : error;
  } finally {
    await transport.close();
  }
}

/**
 * Returns the line of an event: `Pod added: default/web`; or as JSON, an event as a watch of the API server sends it.
 */
function describeEvent(format: EventFormat, type: EventType, object: DeepReadonly<KubernetesObject>): string {
  if (format === 'json') return stringifyJson({ type: type.toUpperCase(), object });
  return `${object.kind} ${type}: ${formatObjectKey(keyOf(object))}`;
}

/** Reports complete lists and ended watches to the notices. */
function tellNotices({ listed, watchEnded }: ConnectionNotices): NonNullable<CacheDependencies['metrics']> {
  const nothing = (): void => undefined;
  const metrics = { list: listed, watchOpened: nothing, received: nothing, watchEnded, failed: nothing };
  return { reflector: () => metrics };
}

/** Throws for selectors that cannot be parsed, before the first request. */
function checkSelectors({ labelSelector, fieldSelector }: WatchClusterOptions): void {
  const check = (flag: string, text: string | undefined, parse: (text: string) => unknown): void => {
    try {
      if (text !== undefined) parse(text);
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw new CliError('KB_WRONG_FLAGS', `${flag} "${text}": ${error.message}`, { exitCode: 2, cause: error });
    }
  };
  check('--selector', labelSelector, parseLabelSelector);
  check('--field-selector', fieldSelector, parseFieldSelector);
}

/** Finds the resource with that name on this server. */
async function discover(client: Client, name: string, signal: AbortSignal): Promise<DiscoveredResource> {
  const resources = await createRestMapper(client).resources({ signal });
  const found = findResource(name, resources);
  if (found === undefined) {
    const near = nearestName(
      name.toLowerCase(),
      resources.map(({ plural }) => plural),
    );
    const hint = near ? `Did you mean "${near}"?` : 'Run kubectl api-resources for a list.';
    throw new CliError('KB_UNKNOWN_RESOURCE', `the server has no resource "${name}"`, { hint });
  }
  if (!found.verbs.includes('watch')) {
    throw new CliError(
      'KB_RESOURCE_NOT_WATCHABLE',
      `"${found.plural}" cannot be watched: the server does not support it`,
    );
  }
  return found;
}

/** Whether trying again is useless: no permission, no such resource, or a selector that the server refuses. */
function isRefusal(error: unknown): boolean {
  if (!isStatusError(error)) return false;
  const { code = 0 } = error.status;
  return code >= 400 && code < 500 && code !== 408 && code !== 410 && code !== 429;
}

function refused(error: Error, name: string, server: string): CliError {
  return new CliError('KB_WATCH_REFUSED', `${server} does not allow watching "${name}": ${error.message}`, {
    cause: error,
  });
}
