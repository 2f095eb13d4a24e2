import { currentConversionMemory, withConversionMemory } from './conversion-memory.ts';

/**
 * Thrown where an object must be seen in another version and a webhook has not been asked yet. All that handles
 * requests works in one go, so that nothing comes in between; asking a webhook takes time. So it is asked in between:
 * what was thrown out of is done again, and finds the answer.
 */
export class ConversionNeeded extends Error {
  override readonly name = 'ConversionNeeded';
  /** Asks the webhook, and remembers what it answers. Rejects with the StatusError of a conversion that fails. */
  readonly perform: () => Promise<void>;
  constructor(perform: () => Promise<void>) {
    super('an object is not converted yet');
    this.perform = perform;
  }
}

/**
 * How often something is done again at most. Each time finds one more answer, or that an object has changed meanwhile.
 */
const MAX_ATTEMPTS = 1000;

/**
 * Does something, again whenever a conversion was missing. It must have no effect before the last conversion that it
 * needs. What is converted is remembered until it is done, or until that is done of which it is a part.
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
