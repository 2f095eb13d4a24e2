import type { HandlerRegistration } from '../../informer/resource-event-handler.ts';

/** Joins the registrations of one handler at several informers into one. */
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
 * Makes the registration of a handler that is added later: `when` gets the function to call then. A handler that is
 * removed before is never added.
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
