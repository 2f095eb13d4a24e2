/**
 * Thrown where an object must be seen in another version and a webhook has not been asked yet. All that handles requests works in one go, so that nothing comes in between; asking a
 * webhook takes time. So it is asked in between: what was thrown out of is done again, and finds the answer.
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

/** How often something is done again at most. Each time finds one more answer, or that an object has changed meanwhile. */
const MAX_ATTEMPTS = 1000;

/** Does something, again whenever a conversion was missing. It must have no effect before the last conversion that it needs. */
export async function whenConverted<T>(run: () => T | Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ConversionNeeded) || attempt === MAX_ATTEMPTS) throw error;
      await error.perform();
    }
  }
}

/** The same for what needs no time unless a conversion is missing: what follows a write. */
export function onceConverted<T>(run: () => T): T | Promise<T> {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ConversionNeeded)) throw error;
    return error.perform().then(() => whenConverted(run));
  }
}
