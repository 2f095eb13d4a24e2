import { holdsCertificates } from '../../adapters/system/certificates.ts';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import { idTokenExpiry } from '../credentials/id-token.ts';
import type { IdentitySource } from '../credentials/identity.ts';
import { oidcIdentity } from '../credentials/oidc.ts';
import { saveOidcTokens } from '../credentials/save-oidc-tokens.ts';
import { lastGood } from '../files/last-good.ts';
import type { UserEntry } from './parse-kube-config.ts';
import { openPem } from '../tls/pem.ts';
import type { AccessSurroundings } from '../access-surroundings.ts';

/**
 * Creates the identity source of a user with the `oidc` auth-provider, by client-go's keys and rules. Sends no request
 * yet. Rejects with a KubeConfigError.
 */
export async function userOidcIdentity(
  { name, file, raw, isStored }: UserEntry,
  { clock, readFile, writeFile, sendToProvider }: AccessSurroundings,
): Promise<IdentitySource> {
  const says = raw['auth-provider']?.config ?? {};
  const required = (key: string): string => {
    const value = says[key];
    if (value) return value;
    throw malformed(file, `the auth-provider "oidc" of user "${name}" in ${file} has no ${key}`);
  };
  const issuerUrl = required('idp-issuer-url');
  if (!URL.canParse(issuerUrl)) throw malformed(file, `idp-issuer-url of user "${name}" in ${file} is not a URL`);
  const idToken = says['id-token'] || undefined;
  if (idToken !== undefined && idTokenExpiry(idToken) === undefined) {
    throw malformed(file, `id-token of user "${name}" in ${file} is not a JSON Web Token`);
  }
  const ca = await openPem(
    {
      data: says['idp-certificate-authority-data'],
      file: says['idp-certificate-authority'],
      what: `idp-certificate-authority of user "${name}"`,
      kubeConfig: file,
    },
    readFile,
    clock,
  );
  return oidcIdentity({
    config: {
      issuerUrl,
      clientId: required('client-id'),
      clientSecret: says['client-secret'],
      tokens: { idToken, refreshToken: says['refresh-token'] || undefined },
      ca: ca && lastGood(ca, holdsCertificates),
    },
    user: name,
    clock,
    send: sendToProvider,
    // A read-only kubeconfig (mounted in a pod) is not an error, because this process has the tokens.
    save: async (before, after) => {
      if (isStored) await saveOidcTokens({ file, readFile, writeFile }, before, after);
    },
  });
}

function malformed(file: string, message: string): KubeConfigError {
  return new KubeConfigError('KB_KUBECONFIG_MALFORMED', message, { file });
}
