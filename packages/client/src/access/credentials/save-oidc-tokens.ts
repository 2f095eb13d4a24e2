import { fileProblem, type ReadFile } from '../../surroundings/read-file.ts';
import type { WriteFile } from '../../surroundings/write-file.ts';
import type { OidcTokens } from './oidc-config.ts';

/** The file that tokens are saved to. */
export interface TokenFile {
  readonly file: string;
  readonly readFile: ReadFile;
  readonly writeFile: WriteFile;
}

/** A value that is the same in YAML with and without quotes. */
const PLAIN = /^[A-Za-z_][\w.~+/=-]*$/;

/**
 * Replaces the old tokens in a kubeconfig with the new ones, so that the next process does not start with a used
 * refresh token. Keeps everything else in the file. Resolves with the reason if this failed; the current process uses
 * the new tokens in any case.
 */
export async function saveOidcTokens(
  { file, readFile, writeFile }: TokenFile,
  before: OidcTokens,
  after: OidcTokens,
): Promise<string | undefined> {
  try {
    const text = new TextDecoder().decode(await readFile(file));
    const changed = replaceToken(
      replaceToken(text, before.idToken, after.idToken),
      before.refreshToken,
      after.refreshToken,
    );
    if (changed !== text) await writeFile(file, changed);
    return undefined;
  } catch (error) {
    return fileProblem(error);
  }
}

function replaceToken(text: string, before: string | undefined, after: string | undefined): string {
  if (!before || !after || before === after || !PLAIN.test(after)) return text;
  const literal = before.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
  // Not as a part of a longer value.
  return text.replaceAll(new RegExp(`(?<![\\w.~+/=-])${literal}(?![\\w.~+/=-])`, 'g'), () => after);
}
