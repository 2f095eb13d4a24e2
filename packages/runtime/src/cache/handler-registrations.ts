import type { HandlerRegistration } from '../informer/shared-informer.ts';

/** One handler at several informers, as one registration. */
export function joinRegistrations(registrations: readonly HandlerRegistration[]): HandlerRegistration {
  const [only] = registrations;
  if (only && registrations.length === 1) return only;
  return {
    hasSynced: () => registrations.every((registration) => registration.hasSynced()),
    synced: Promise.all(registrations.map((registration) => registration.synced)).then(() => undefined),
    remove: () => {
      for (const registration of registrations) registration.remove();
    },
    shutdown: async () => {
      await Promise.all(registrations.map((registration) => registration.shutdown()));
    },
  };
}

/**
 * The registration of a handler that is added later: `when` is given what to call then. Removed before that, it is
 * never added.
 */
export function laterRegistration(
  add: () => HandlerRegistration,
  when: (now: () => void) => void,
): HandlerRegistration {
  const synced = Promise.withResolvers<void>();
  let real: HandlerRegistration | undefined;
  let removed = false;
  when(() => {
    if (removed) return;
    real = add();
    void real.synced.then(() => synced.resolve());
  });
  return {
    hasSynced: () => real?.hasSynced() ?? false,
    synced: synced.promise,
    remove: () => {
      removed = true;
      real?.remove();
    },
    shutdown: async () => {
      removed = true;
      await real?.shutdown();
    },
  };
}
