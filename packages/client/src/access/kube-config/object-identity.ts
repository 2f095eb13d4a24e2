import { CredentialError } from '../../errors/credential-error.ts';
import type { Identity, IdentitySource } from '../credentials/identity.ts';
import type { HttpsOptions } from './document/kube-config-object.ts';

/**
 * Creates the identity source of a kubeconfig in memory that provides credentials through its own method, which is
 * called before each request, once for concurrent callers. Its errors become a CredentialError.
 */
export function objectIdentity(apply: (options: HttpsOptions) => Promise<void>, user: string): IdentitySource {
  let held: Identity | undefined;
  let asking: Promise<Identity> | undefined;

  async function ask(): Promise<Identity> {
    try {
      const options: HttpsOptions = { headers: {} };
      await apply(options);
      const fresh = identityOf(options);
      if (held === undefined || !isSame(held, fresh)) held = fresh;
      return held;
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      const message = `the KubeConfig returned no credential for user "${user}": ${problem}`;
      throw new CredentialError('KB_KUBECONFIG_OBJECT_FAILED', message, { cause: error });
    } finally {
      asking = undefined;
    }
  }

  const current = (): Promise<Identity> => (asking ??= ask());
  return {
    current,
    renew: async (refused) => held !== refused || (await current()) !== refused,
  };
}

function identityOf({ headers, cert, key }: HttpsOptions): Identity {
  const authorization = authorizationOf(headers);
  const [certificate, privateKey] = [textOf(cert), textOf(key)];
  return {
    ...(authorization !== undefined && { authorization }),
    ...(certificate !== undefined && privateKey !== undefined && { certificate, key: privateKey }),
  };
}

function authorizationOf(headers: unknown): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization');
  return typeof found?.[1] === 'string' ? found[1] : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : undefined;
}

function isSame(a: Identity, b: Identity): boolean {
  return a.authorization === b.authorization && a.certificate === b.certificate && a.key === b.key;
}
