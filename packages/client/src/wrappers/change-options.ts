import type { Client } from '../client.ts';
import type { CallOptions, ApplyOptions, DeleteOptions, WriteOptions } from '../call-options.ts';
import type { SubresourceClient } from '../subresources.ts';

/**
 * How a wrapper changes the options of each kind of verb. Each function gets the caller's options, and the options that
 * it returns override them. All fields are required, so that a wrapper cannot forget one.
 */
export interface OptionsChange {
  /**
   * Of `get`, `list`, `watch`, `getJson`, `get` of a subresource, `logs`, `exec`, `attach`, `portForward` and
   * `metrics`.
   */
  readonly read: (options: CallOptions) => CallOptions;
  /** Of `create`, `update`, `updateStatus`, `patch`, and `create`, `update` and `patch` of a subresource. */
  readonly write: (options: WriteOptions) => WriteOptions;
  /** Of `apply`, `applyStatus`, and `apply` of a subresource. */
  readonly apply: (options: ApplyOptions) => ApplyOptions;
  /** Of `delete` and `deleteCollection`. */
  readonly delete: (options: CommonDeleteOptions) => CommonDeleteOptions;
}

/** Options of both deletes. */
export type CommonDeleteOptions = CallOptions & Pick<DeleteOptions, 'dryRun'>;

/** Returns options unchanged. */
export const same = <O>(options: O): O => options;

/**
 * Wraps a client to change the options of its calls. This is the only table of verbs and their options: a missing verb
 * does not compile, so that no wrapper can forget one.
 */
export function changeOptions(client: Client, change: OptionsChange): Client {
  // All options extend CallOptions, and only those fields are changed.
  const read = <O extends CallOptions>(options: O | undefined): O =>
    ({ ...options, ...change.read(options ?? {}) }) as O;
  const write = (options: WriteOptions | undefined): WriteOptions => ({ ...options, ...change.write(options ?? {}) });
  const apply = (options: ApplyOptions | undefined): ApplyOptions => ({ ...options, ...change.apply(options ?? {}) });
  const remove = <O extends CommonDeleteOptions>(options: O | undefined): O =>
    ({ ...options, ...change.delete(options ?? {}) }) as O;
  return {
    get: (resource, key, options) => client.get(resource, key, read(options)),
    list: (resource, options) => client.list(resource, read(options)),
    watch: (resource, options) => client.watch(resource, read(options)),
    create: (resource, object, options) => client.create(resource, object, write(options)),
    update: (resource, object, options) => client.update(resource, object, write(options)),
    updateStatus: (resource, object, options) => client.updateStatus(resource, object, write(options)),
    patch: (resource, key, patch, options) => client.patch(resource, key, patch, write(options)),
    apply: (resource, object, options) => client.apply(resource, object, apply(options)),
    applyStatus: (resource, object, options) => client.applyStatus(resource, object, apply(options)),
    delete: (resource, key, options) => client.delete(resource, key, remove(options)),
    deleteCollection: (resource, options) => client.deleteCollection(resource, remove(options)),
    subresource: (resource, name) => {
      const verbs = client.subresource(resource, name);
      const inner = verbs as object as SubresourceClient<never>;
      const outer: SubresourceClient<never> = {
        get: (key, options) => inner.get(key, read(options)),
        update: (key, object, options) => inner.update(key, object, write(options)),
        patch: (key, patch, options) => inner.patch(key, patch, write(options)),
        apply: (key, object, options) => inner.apply(key, object, apply(options)),
        create: (key, object, options) => inner.create(key, object, write(options)),
      };
      // Their types are unchanged; only options change.
      return outer as object as typeof verbs;
    },
    logs: (pod, options) => client.logs(pod, read(options)),
    exec: (pod, options) => client.exec(pod, read(options)),
    attach: (pod, options) => client.attach(pod, read(options)),
    portForward: (pod, port, options) => client.portForward(pod, port, read(options)),
    metrics: {
      node: (name, options) => client.metrics.node(name, read(options)),
      nodes: (options) => client.metrics.nodes(read(options)),
      pod: (key, options) => client.metrics.pod(key, read(options)),
      pods: (options) => client.metrics.pods(read(options)),
    },
    getJson: (path, options) => client.getJson(path, read(options)),
  };
}
