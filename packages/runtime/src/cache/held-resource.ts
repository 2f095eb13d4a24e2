import type { KubernetesObject } from '@kb/apimachinery';
import type { HandlerRegistration } from '../informer/shared-informer.ts';
import { CacheStoppedError } from './cache-errors.ts';
import type { CachedResource, HeldResource } from './cached-resource.ts';

/** What {@link createHeldResource} stands on. */
export interface HeldResourceOptions<T extends KubernetesObject> {
  /** Of the resource, for errors. */
  readonly name: string;
  /** What all users of one shape share. */
  readonly view: CachedResource<T>;
  hasIndex(index: string): boolean;
  removeIndex(index: string): void;
  /** Called once, after what this user added is gone. */
  onRelease(): void;
}

/**
 * Makes what one user of a resource holds: it remembers what that added, and takes nothing more once it is released,
 * whoever else holds the resource.
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
