import { type Clock, monotonicNow } from '@kb/apimachinery';
import { CredentialError } from '../../errors/credential-error.ts';
import { fileProblem, type ReadFile } from '../../surroundings/read-file.ts';

/** A text file that another process renews from time to time, such as a token or a certificate. */
export interface ReloadingFile {
  /**
   * Returns the contents, at most {@link RELOAD_PERIOD} old. Concurrent callers share one read. Rejects with a
   * CredentialError until the file was read once.
   */
  text(): Promise<string>;
  /** Reads the file now. */
  reload(): Promise<string>;
}

/**
 * The time after which a file is read again, in milliseconds of the monotonic clock, as for token files in client-go.
 */
const RELOAD_PERIOD = 60_000;

/**
 * Creates a {@link ReloadingFile}. If the file can no longer be read, it returns the last contents: the file may be
 * about to be replaced.
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
