import type { ClusterAccess, Credential, LoadKubeConfigOptions } from '@kb/client';

/** The part of `Identity` of the client's sources that its tests use. */
interface Identity {
  readonly authorization?: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** The part of `IdentitySource` of the sources that they use. */
export interface IdentitySource {
  current(validFor?: number): Promise<Identity>;
  renew(refused: Identity): Promise<boolean>;
}

/** The kubeconfig file, which the tests do not use. */
export const FILE = '/kubeconfig';

/**
 * Makes a source of identities from a kubeconfig's user, through the public entry of the packed @kb/client. Modules
 * with the names of its inner modules use it, so that their tests run on the published package.
 */
export function packedIdentity(
  loadKubeConfig: (options: LoadKubeConfigOptions) => Promise<ClusterAccess>,
  user: { readonly name: string; readonly says: object | Promise<object> },
  cluster: object,
  options: Pick<LoadKubeConfigOptions, 'env' | 'clock' | 'runProgram' | 'interactive' | 'sendToProvider' | 'writeFile'>,
): IdentitySource {
  const readFile = async (): Promise<Uint8Array> => {
    const config = {
      'current-context': 'a',
      clusters: [{ name: 'a', cluster }],
      users: [{ name: user.name, user: await user.says }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: user.name } }],
    };
    return new TextEncoder().encode(JSON.stringify(config));
  };
  let loading: Promise<ClusterAccess> | undefined;
  const identities = new Map<Credential, Identity>();
  return {
    async current(validFor) {
      const access = await (loading ??= loadKubeConfig({ ...options, path: FILE, readFile }));
      const credential = await access.credentials.current(validFor);
      const { certificate, key } = await access.tls();
      const authorization = credential.headers['authorization'];
      const identity = identities.get(credential) ?? {
        ...(typeof authorization === 'string' && { authorization }),
        ...(certificate !== undefined && { certificate }),
        ...(key !== undefined && { key }),
      };
      identities.set(credential, identity);
      return identity;
    },
    async renew(refused) {
      const credential = [...identities].find(([, identity]) => identity === refused)?.[0];
      if (loading === undefined || credential === undefined) throw new Error('refused what was never given');
      return (await loading).credentials.reject(credential);
    },
  };
}
