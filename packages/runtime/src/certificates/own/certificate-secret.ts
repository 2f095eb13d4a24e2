import { type Clock, ignoreNotFound, isAlreadyExists, isConflict } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { type Secret, secrets } from '@kb/kubernetes/core/v1';
import type { Logger } from '../../log/logger.ts';
import { createSelfSignedCertificate } from '../self-signed-adapter.ts';
import { promoted, type Renewal, renewedContent } from './renewed-content.ts';
import { readSecretContent, secretDataOf, type SecretContent } from './secret-content.ts';

/** What {@link createCertificateSecret} needs. */
export interface CertificateSecretOptions {
  readonly client: Pick<Client, 'get' | 'create' | 'update'>;
  readonly clock: Clock;
  readonly key: { readonly namespace: string; readonly name: string };
  /** The host names that the certificate has to be for. */
  readonly hosts: readonly string[];
  readonly log: Logger;
}

/** A Secret, and what it holds. */
export interface HeldContent {
  readonly secret: Secret;
  readonly content: SecretContent;
}

/** The Secret that replicas keep a certificate in. */
export interface CertificateSecret {
  /** Reads the Secret, after creating or changing it if it has to be. */
  current(signal: AbortSignal): Promise<HeldContent>;
  /** Makes the next pair the one that is served, unless another replica has changed the Secret. */
  promote(held: HeldContent, signal: AbortSignal): Promise<void>;
}

/** How often a write is tried again because another replica was faster. */
const MAX_ATTEMPTS = 5;

/** Creates the access to a Secret: replicas share it without talking to each other, and the first write wins. */
export function createCertificateSecret(options: CertificateSecretOptions): CertificateSecret {
  const { client, clock, key, hosts, log } = options;
  /** The authorities of the last read: a replica may still present a pair of a Secret that was removed or damaged. */
  let known = '';

  const write = async (before: Secret | undefined, { content, why }: Renewal, signal: AbortSignal): Promise<void> => {
    const data = secretDataOf(content, before?.data);
    if (before) await client.update(secrets, { ...before, data }, { signal });
    else await client.create(secrets, { metadata: key, type: 'kubernetes.io/tls', data }, { signal });
    log.info('Updated the own certificate', { why: before ? why : 'there was none' });
  };

  return {
    current: async (signal) => {
      for (let attempt = 1; ; attempt += 1) {
        const secret = await client.get(secrets, key, { signal }).catch(ignoreNotFound);
        const content = readSecretContent(secret?.data);
        const now = clock.now();
        const make = (): ReturnType<typeof createSelfSignedCertificate> => createSelfSignedCertificate({ hosts, now });
        const change = await renewedContent(content, { hosts, now, known, make });
        if (!change && secret) {
          known = content.authorities;
          return { secret, content };
        }
        try {
          // What was written is read again: the next write needs its version.
          if (change) await write(secret, change, signal);
        } catch (error) {
          if (attempt >= MAX_ATTEMPTS || !(isConflict(error) || isAlreadyExists(error))) throw error;
        }
      }
    },
    promote: async ({ secret, content }, signal) => {
      const change = promoted(content);
      if (!change) return;
      await write(secret, change, signal).catch((error: unknown) => {
        if (!isConflict(error)) throw error;
      });
    },
  };
}
