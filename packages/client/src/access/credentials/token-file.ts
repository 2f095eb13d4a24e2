import type { ReloadingFile } from '../files/reloading-file.ts';
import { bearer, type Identity, type IdentitySource } from './identity.ts';

/**
 * The bearer of the token in a file, which something else renews. Refused, it reads the file again at once. While the
 * file is blank the last token stays.
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
