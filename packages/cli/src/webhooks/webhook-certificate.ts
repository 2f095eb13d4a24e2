import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import { systemClock } from '@kb/client';
import type { OperatorAddresses } from './project-webhooks.ts';

/** A certificate in files, for the webhook server of an operator. */
export interface WebhookCertificate {
  /** The folder of `tls.crt`, `tls.key` and `ca.crt`, which only its owner can read. */
  readonly folder: string;
  /** The authority that verifies it (PEM). */
  readonly ca: string;
  /** Removes the folder. */
  readonly remove: () => void;
}

/**
 * Makes a certificate for Services, by the names under which an API server calls them, and for this machine. Its folder
 * is a new one of the system's temporary directory.
 */
export async function makeWebhookCertificate(services: OperatorAddresses['services']): Promise<WebhookCertificate> {
  const names = services.map(({ namespace, name }) => `${name}.${namespace}.svc`);
  const hosts = [...names, 'localhost', '127.0.0.1', '::1'];
  const { ca, cert, key } = await createSelfSignedCertificate({ hosts, now: systemClock.now() });
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-webhook-'));
  for (const [file, text] of Object.entries({ 'tls.crt': cert, 'tls.key': key, 'ca.crt': ca }))
    writeFileSync(path.join(folder, file), text, { mode: 0o600 });
  return { folder, ca, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
