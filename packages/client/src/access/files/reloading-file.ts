import { type Clock, monotonicNow } from '@kb/apimachinery';
import { CredentialError } from '../../errors/credential-error.ts';
import { fileProblem, type ReadFile } from '../../surroundings/read-file.ts';

/** A text file whose contents change now and then: tokens and certificates that something else renews. */
export interface ReloadingFile {
  /**
   * The contents, at most {@link RELOAD_PERIOD} old. Callers at the same time share one read. Throws a CredentialError
   * while it was never read.
   */
  text(): Promise<string>;
  /** The contents now. */
  reload(): Promise<string>;
}

/**
 * Time after which a file is read again, in milliseconds by the clock that nobody sets: client-go's for token files.
 */
const RELOAD_PERIOD = 60_000;

/**
 * Makes a {@link ReloadingFile}. A file that cannot be read any more keeps its last contents: it may be in the middle
 * of being replaced.
 */
export function createReloadingFile(path: string, readFile: ReadFile, clock: Clock): ReloadingFile {
  let held: string | undefined;
  let readAt = 0;
  let reading: Promise<string> | undefined;

  async function read(): Promise<string> {
    try {
      const text = new TextDecoder().decode(await readFile(path));
      held = text;
      return text;
    } catch (error) {
      if (held !== undefined) return held;
      const message = `cannot read ${path}: ${fileProblem(error)}`;
      throw new CredentialError('KB_CREDENTIAL_FILE_UNREADABLE', message, { cause: error });
    } finally {
      readAt = monotonicNow(clock);
      reading = undefined;
    }
  }

  const reload = (): Promise<string> => (reading ??= read());
  return {
    reload,
    text: async () => (held !== undefined && monotonicNow(clock) - readAt < RELOAD_PERIOD ? held : reload()),
  };
}
