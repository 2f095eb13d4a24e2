import type { Clock, Transport } from '@kb/apimachinery';
import { createSharedJsonReader } from '@kb/apimachinery/codec';
import type { Client } from './client.ts';
import type { WriteOptions } from './call-options.ts';
import { applyObject } from './rest/verbs/apply.ts';
import { createObject } from './rest/verbs/create.ts';
import { deleteCollection, deleteObject } from './rest/verbs/delete.ts';
import { getObject } from './rest/verbs/get.ts';
import { listObjects } from './rest/verbs/list.ts';
import { patchObject } from './rest/verbs/patch.ts';
import { requestJson } from './rest/request/request-json.ts';
import type { RestConfig } from './rest/request/rest-config.ts';
import { subresourceClient } from './rest/verbs/subresource.ts';
import { updateObject } from './rest/verbs/update.ts';
import { watchObjects } from './rest/verbs/watch.ts';
import type { RequestObserver } from './observe/request-observer.ts';
import type { Tracer } from './observe/tracer.ts';
import { attachToPod, execInPod } from './streams/exec.ts';
import { logStream } from './streams/log-stream.ts';
import { metricsClient } from './streams/metrics.ts';
import { connectToPort } from './streams/port-connection.ts';
import { VERSION } from './version.ts';
import { dryRunClient } from './wrappers/dry-run-client.ts';
import { withFieldValidation } from './wrappers/with-field-validation.ts';

/** Options of {@link createClient}. */
export interface ClientOptions {
  /** The transport to the API server: from {@link createTransport}, or that of the embedded server. */
  readonly transport: Transport;
  /** The clock for delays between retries. */
  readonly clock: Clock;
  /** The field manager of writes, at most 128 characters. Default: `kb`. */
  readonly fieldManager?: string;
  /** How the server handles unknown and duplicate fields in writes, except applies. Default: the server's (Warn). */
  readonly fieldValidation?: WriteOptions['fieldValidation'] | undefined;
  /** True: writes are checked, but not stored. Default: false. */
  readonly dryRun?: boolean;
  /** Called for every `Warning` header of a response. Default: nothing. */
  readonly onWarning?: (text: string) => void;
  /** The `User-Agent` header. Default: `kb/⟨version⟩`. */
  readonly userAgent?: string;
  /** Called for every request, for metrics. Default: none. */
  readonly observe?: RequestObserver | undefined;
  /** Traces every request as a span. Default: none. */
  readonly tracer?: Tracer | undefined;
}

/** Creates a client. It has no connections of its own: closing the transport ends everything. */
export function createClient(options: ClientOptions): Client {
  const { fieldValidation, dryRun = false } = options;
  const plain = plainClient(options);
  const validating = fieldValidation === undefined ? plain : withFieldValidation(plain, fieldValidation);
  return dryRun ? dryRunClient(validating) : validating;
}

function plainClient(options: ClientOptions): Client {
  const config: RestConfig = {
    transport: options.transport,
    clock: options.clock,
    fieldManager: options.fieldManager ?? 'kb',
    userAgent: options.userAgent ?? `kb/${VERSION}`,
    sharedReader: createSharedJsonReader(),
    onWarning: options.onWarning,
    observe: options.observe,
    tracer: options.tracer,
  };
  return {
    get: (resource, key, callOptions) => getObject(config, resource, key, callOptions),
    list: (resource, callOptions) => listObjects(config, resource, callOptions),
    watch: (resource, callOptions) => watchObjects(config, resource, callOptions),
    create: (resource, object, callOptions) => createObject(config, resource, object, callOptions),
    update: (resource, object, callOptions) => updateObject(config, resource, object, callOptions),
    updateStatus: (resource, object, callOptions) => updateObject(config, resource, object, callOptions, 'status'),
    patch: (resource, key, patch, callOptions) => patchObject(config, resource, key, patch, callOptions),
    apply: (resource, object, callOptions) => applyObject(config, resource, object, callOptions),
    applyStatus: (resource, object, callOptions) => applyObject(config, resource, object, callOptions, 'status'),
    delete: (resource, key, callOptions) => deleteObject(config, resource, key, callOptions),
    deleteCollection: (resource, callOptions) => deleteCollection(config, resource, callOptions),
    subresource: (resource, name) => subresourceClient(config, resource, name),
    logs: (pod, callOptions) => logStream(config, pod, callOptions),
    exec: (pod, callOptions) => execInPod(config, pod, callOptions),
    attach: (pod, callOptions) => attachToPod(config, pod, callOptions),
    portForward: (pod, port, callOptions) => connectToPort(config, pod, port, callOptions),
    metrics: metricsClient(config),
    getJson: (path, callOptions = {}) =>
      requestJson(
        config,
        { method: 'GET', path, ...(callOptions.accept && { accept: callOptions.accept }) },
        callOptions,
      ),
  };
}
