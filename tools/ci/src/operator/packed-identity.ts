import type { ClusterAccess, Credential, LoadKubeConfigOptions } from '@kb/client';

/** What the client's own tests know of an identity: `Identity` of its sources. */
interface Identity {
  readonly authorization?: string;
  readonly certificate?: string;
  readonly key?: string;
}

/** What they know of a source of identities: `IdentitySource` of its sources. */
export interface IdentitySource {
  current(validFor?: number): Promise<Identity>;
  renew(refused: Identity): Promise<boolean>;
}

/** The file of the kubeconfig that the tests do not know of. */
export const FILE = '/kubeconfig';

/**
 * A user of a kubeconfig as a source of identities, through the front door of the packed @kb/client. Under the names of
 * its inner modules, this lets their tests run on the package that is published.
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
