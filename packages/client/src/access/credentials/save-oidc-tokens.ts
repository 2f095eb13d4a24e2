import { fileProblem, type ReadFile } from '../../surroundings/read-file.ts';
import type { WriteFile } from '../../surroundings/write-file.ts';
import type { OidcTokens } from './oidc-config.ts';

/** Where tokens are saved. */
export interface TokenFile {
  readonly file: string;
  readonly readFile: ReadFile;
  readonly writeFile: WriteFile;
}

/** What may stand in a YAML file as it is, with or without quotes around it. */
const PLAIN = /^[A-Za-z_][\w.~+/=-]*$/;

/**
 * Puts new tokens in the place of the old ones in a kubeconfig, so that the next process does not begin with a refresh
 * token that is used up. Everything else in the file stays as it is. Returns why it was not done: the process itself
 * goes on with the new tokens either way.
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
  // Not within something longer.
  return text.replaceAll(new RegExp(`(?<![\\w.~+/=-])${literal}(?![\\w.~+/=-])`, 'g'), () => after);
}
