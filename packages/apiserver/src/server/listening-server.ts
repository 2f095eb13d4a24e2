import type { Clock, Random, Transport } from '@kb/apimachinery';
import { hostsOf, listen, type Listener, type ListenOptions } from '../adapters/http-listener.ts';
import type { ClientCertificate, ClientCertificates } from '../authentication/adapters/client-certificates.ts';
import type { AuthenticationOptions } from '../authentication/authenticate.ts';
import { refuseForeignRequests } from './foreign-requests.ts';

/** A listening server. */
export interface ListeningApiServer extends Listener {
  /**
   * Returns a kubeconfig (YAML) for kubectl and other clients, with the token or the client certificate. Default: the
   * token of the first user that has one; none if the server has no authentication.
   */
  readonly kubeconfig: (user?: { readonly token: string | undefined } | ClientCertificate) => string;
}

/** Opens listeners whose requests go to a transport. `close` closes all of them. */
export function listeningTo(
  transport: Transport,
  { clock, random, authentication, certificates }: ListeningOptions,
): { readonly listen: (options?: ListenOptions) => Promise<ListeningApiServer>; readonly close: () => Promise<void> } {
  const [token] = Object.keys(authentication?.tokens ?? {});
  const listeners = new Set<Promise<Listener>>();
  return {
    listen: async (options) => {
      const served = refuseForeignRequests(transport, { hosts: hostsOf(options), clock, random });
      const opening = listen(served, options, {
        authenticated: authentication !== undefined,
        ...(certificates && { clientCertificates: { authorities: authentication?.clientCa } }),
      });
      listeners.add(opening);
      const listener = await opening.catch((error: unknown) => {
        listeners.delete(opening);
        throw error;
      });
      const close = (): Promise<void> => listener.close().finally(() => listeners.delete(opening));
      const { url, ca } = listener;
      return { url, ca, close, kubeconfig: (user = { token }) => kubeconfigFor({ url, ca, ...user }) };
    },
    close: async () => {
      const ending = [...listeners].map(async (opening) => {
        // The caller of `listen` gets the reason.
        const listener = await opening.catch(() => undefined);
        await listener?.close();
        listeners.delete(opening);
      });
      await Promise.all(ending);
    },
  };
}

/** What listeners need of their server. */
export interface ListeningOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly authentication: AuthenticationOptions | undefined;
  readonly certificates: ClientCertificates | undefined;
}

/** The address of a server and the credentials of its client. */
export interface KubeconfigOptions {
  readonly url: string;
  /** The authority (PEM) of the server's certificate; undefined without TLS. */
  readonly ca: string | undefined;
  /** A bearer token; undefined if the server requires none. */
  readonly token?: string | undefined;
  /** A client certificate and its key (PEM). */
  readonly certificate?: string;
  readonly key?: string;
}

/** Returns a kubeconfig (YAML). If it holds a token or a key, it is a secret. */
function kubeconfigFor({ url, ca, token, certificate, key }: KubeconfigOptions): string {
  // Some clients need one of these fields even without TLS.
  const trust =
    ca === undefined
      ? 'insecure-skip-tls-verify: true'
      : `certificate-authority-data: ${Buffer.from(ca).toString('base64')}`;
  const credentials = [
    ...(token === undefined ? [] : [`token: ${JSON.stringify(token)}`]),
    ...(certificate === undefined ? [] : [`client-certificate-data: ${Buffer.from(certificate).toString('base64')}`]),
    ...(key === undefined ? [] : [`client-key-data: ${Buffer.from(key).toString('base64')}`]),
  ];
  const user = credentials.length === 0 ? 'user: {}' : ['user:', ...credentials].join('\n      ');
  return `apiVersion: v1
kind: Config
current-context: kb
clusters:
  - name: kb
    cluster:
      server: ${url}
      ${trust}
contexts:
  - name: kb
    context:
      cluster: kb
      user: kb
users:
  - name: kb
    ${user}
`;
}
