import { currentConversionMemory, withConversionMemory } from './conversion-memory.ts';

/**
 * Thrown where an object is needed in another version and the webhook has not been asked yet. The handling of a request
 * is synchronous, so that nothing happens in between, but a webhook takes time. So the handling is left, the webhook is
 * asked, and the handling starts again and finds the response.
 */
export class ConversionNeeded extends Error {
  override readonly name = 'ConversionNeeded';
  /** Asks the webhook, and remembers its response. Rejects with the StatusError of a conversion that fails. */
  readonly perform: () => Promise<void>;
  constructor(perform: () => Promise<void>) {
    super('an object is not converted yet');
    this.perform = perform;
  }
}

/**
 * How often something is done again at most. Each time finds one more response, or that an object has changed.
 */
const MAX_ATTEMPTS = 1000;

/**
 * Does something, again whenever a conversion was missing. It must have no effect before the last conversion that it
 * needs. Converted objects are remembered until it, or the work that it is part of, is done.
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

/** The same for what needs no time unless a conversion is missing: what follows a write. */
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
