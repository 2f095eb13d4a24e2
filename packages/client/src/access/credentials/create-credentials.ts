import type { Credential, Credentials } from '../../surroundings/cluster-access.ts';
import type { Identity, IdentitySource } from './identity.ts';

/** Creates credentials from an identity source. `headers` are added to each, for impersonation. */
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
    // An older credential has been replaced since it was sent, because the server rejected another request.
    reject: async (credential) => latest?.credential !== credential || source.renew(latest.identity),
  };
}
