import { createCertificateAuthority } from '@kb/serving/certificates';
import type { ClientCertificate } from './client-certificates.ts';

/** The name in the certificate that the API server presents to extension servers, as clusters of kubeadm have it. */
export const FRONT_PROXY_NAME = 'front-proxy-client';

/** Proves to extension servers that requests come from this server, whose users they then believe. */
export interface FrontProxy {
  /** The certificate that the server presents to them. */
  readonly certificate: () => Promise<ClientCertificate>;
  /** The authority (PEM) that has signed it. Undefined: it is still being created. */
  readonly authority: () => string | undefined;
}

/** Creates the authority and its only certificate, in memory. `onAuthority` is called when they are there. */
export function createFrontProxy(now: number, onAuthority: () => void): FrontProxy {
  let authority: string | undefined;
  const create = async (): Promise<ClientCertificate> => {
    const signer = await createCertificateAuthority({ now, name: 'front-proxy-ca' });
    const certificate = await signer.issue({ commonName: FRONT_PROXY_NAME, names: [], usage: 'client' });
    authority = signer.ca;
    onAuthority();
    return certificate;
  };
  const created = create();
  // The requests that need the certificate report why there is none.
  created.catch(() => undefined);
  return { certificate: () => created, authority: () => authority };
}
