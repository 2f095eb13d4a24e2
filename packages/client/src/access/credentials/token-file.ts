import type { ReloadingFile } from '../files/reloading-file.ts';
import { bearer, type Identity, type IdentitySource } from './identity.ts';

/**
 * Creates the identity source of a token file that another process renews. Reads the file again at once when the server
 * rejects the token. Keeps the last token while the file is blank.
 */
export function tokenFileIdentity(file: ReloadingFile): IdentitySource {
  let latest: { readonly text: string; readonly identity: Identity } | undefined;
  const identityOf = (text: string): Identity => {
    if (latest && text.trim() === '') return latest.identity;
    if (latest?.text !== text) latest = { text, identity: { authorization: bearer(text.trim()) } };
    return latest.identity;
  };
  return {
    current: async () => identityOf(await file.text()),
    renew: async (refused) => identityOf(await file.reload()) !== refused,
  };
}
