import type { Credential, Credentials } from '../../surroundings/cluster-access.ts';
import type { Identity, IdentitySource } from './identity.ts';

/** Credentials of what a source says, with headers that go with each: whom to act as. */
export function createCredentials(source: IdentitySource, headers: Credential['headers'] = {}): Credentials {
  let latest: { readonly identity: Identity; readonly credential: Credential } | undefined;
  return {
    current: async (validFor) => {
      const identity = await source.current(validFor);
      if (latest?.identity !== identity) {
        const { authorization } = identity;
        latest = { identity, credential: { headers: { ...headers, ...(authorization && { authorization }) } } };
      }
      return latest.credential;
    },
    // A credential that is not the latest was replaced since it was sent: by what another request's refusal brought
    // about.
    reject: async (credential) => latest?.credential !== credential || source.renew(latest.identity),
  };
}
