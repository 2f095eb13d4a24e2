import type { KubernetesObject } from '@kb/apimachinery';
import type { HandlerRegistration } from '../../informer/resource-event-handler.ts';
import { CacheStoppedError } from '../read/cache-errors.ts';
import type { CachedResource, HeldResource } from '../read/cached-resource.ts';

/** Options of {@link createHeldResource}. */
export interface HeldResourceOptions<T extends KubernetesObject> {
  /** The name of the resource, for errors. */
  readonly name: string;
  /** The view that all users of one shape share. */
  readonly view: CachedResource<T>;
  hasIndex(index: string): boolean;
  removeIndex(index: string): void;
  /** Called once, after the handlers and indexes of this user were removed. */
  onRelease(): void;
}

/**
 * Makes a resource as one user holds it: it remembers the user's handlers and indexes, and cannot be used any more once
 * it is released, even when others still hold the resource.
 */
export function createHeldResource<T extends KubernetesObject>(options: HeldResourceOptions<T>): HeldResource<T> {
  const { name, view } = options;
  const registrations: HandlerRegistration[] = [];
  const added: string[] = [];
  let released = false;

  const held = (): CachedResource<T> => {
    if (released) throw new CacheStoppedError(`the informer of ${name} was released`);
    return view;
  };

  const release = (): void => {
    if (released) return;
    released = true;
    for (const registration of registrations) registration.remove();
    for (const index of added) options.removeIndex(index);
    options.onRelease();
  };

  return {
    ...view,
    get: (key) => held().get(key),
    list: (how) => held().list(how),
    byIndex: (index, value) => held().byIndex(index, value),
    hasSynced: () => !released && view.hasSynced(),
    waitForSync: async (wait) => held().waitForSync(wait),
    waitForWrites: async (key, wait) => held().waitForWrites(key, wait),
    addEventHandler: (handler, how) => {
      const registration = held().addEventHandler(handler, how);
      registrations.push(registration);
      return registration;
    },
    addIndex: (index, values) => {
      const isNew = !options.hasIndex(index);
      held().addIndex(index, values);
      if (isNew) added.push(index);
    },
    release,
    [Symbol.dispose]: release,
  };
}
