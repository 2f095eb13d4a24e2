import { currentConversionMemory, withConversionMemory } from './conversion-memory.ts';

/**
 * Thrown if an object is needed in another version and the webhook has not been called yet. Requests are handled
 * synchronously, so that no other request changes anything in between, but calling a webhook takes time. Therefore the
 * handling is aborted, the webhook is called, and the handling starts again with the cached response.
 */
export class ConversionNeeded extends Error {
  override readonly name = 'ConversionNeeded';
  /** Calls the webhook, and caches its response. Rejects with the StatusError of a failed conversion. */
  readonly perform: () => Promise<void>;
  constructor(perform: () => Promise<void>) {
    super('an object is not converted yet');
    this.perform = perform;
  }
}

/** The maximum number of attempts. Each adds one response to the cache, or finds that an object has changed. */
const MAX_ATTEMPTS = 1000;

/**
 * Runs a function, and runs it again after each conversion that was missing. The function must have no side effect
 * before the last conversion that it needs. Converted objects are cached until the function, or the operation that it
 * belongs to, is complete.
 */
export function whenConverted<T>(run: () => T | Promise<T>): Promise<T> {
  return withConversionMemory(() => attempt(run), currentConversionMemory());
}

async function attempt<T>(run: () => T | Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ConversionNeeded) || count === MAX_ATTEMPTS) throw error;
      await error.perform();
    }
  }
}

/**
 * Like {@link whenConverted}, for functions that are synchronous unless a conversion is missing: the work after a
 * write.
 */
export function onceConverted<T>(run: () => T): T | Promise<T> {
  return withConversionMemory(() => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof ConversionNeeded)) throw error;
      return error.perform().then(() => whenConverted(run));
    }
  }, currentConversionMemory());
}

/**
 * Like {@link onceConverted}, for what follows admission: handling must not start again from the beginning, because
 * webhooks would be called twice. Costs nothing if no conversion needs a webhook.
 */
export function afterConversion<T>(resource: { readonly prepare?: unknown }, run: () => T): T | Promise<T> {
  return resource.prepare === undefined ? run() : onceConverted(run);
}
