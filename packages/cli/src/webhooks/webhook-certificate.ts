import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSelfSignedCertificate } from '@kb/runtime/serving';
import { systemClock } from '@kb/client';
import { removeAtExit } from '../process/remove-at-exit.ts';
import type { OperatorAddresses } from './project-webhooks.ts';

/** A certificate in files, for the webhook server of an operator. */
export interface WebhookCertificate {
  /** The folder of `tls.crt`, `tls.key` and `ca.crt`, which only its owner can read. */
  readonly folder: string;
  /** The names and addresses that it is for. */
  readonly hosts: readonly string[];
  /** The authority that verifies it (PEM). */
  readonly ca: string;
  /** Removes the folder. */
  readonly remove: () => void;
}

/**
 * Makes a certificate for Services, by the names under which an API server calls them, for this machine, and for more
 * names or addresses of it. Returns `before` if that has all of these names. A new one is in the folder of `before`, or
 * in a new one of the system's temporary directory.
 */
export async function makeWebhookCertificate(
  services: OperatorAddresses['services'],
  { hosts: further = [], before }: { readonly hosts?: readonly string[]; readonly before?: WebhookCertificate } = {},
): Promise<WebhookCertificate> {
  const names = services.map(({ namespace, name }) => `${name}.${namespace}.svc`);
  const hosts = [...new Set([...names, ...further, 'localhost', '127.0.0.1', '::1'])];
  if (before !== undefined && hosts.every((host) => before.hosts.includes(host))) return before;
  const { ca, cert, key } = await createSelfSignedCertificate({ hosts, now: systemClock.now() });
  const folder = before?.folder ?? mkdtempSync(path.join(tmpdir(), 'kb-webhook-'));
  for (const [file, text] of Object.entries({ 'tls.crt': cert, 'tls.key': key, 'ca.crt': ca }))
    writeFileSync(path.join(folder, file), text, { mode: 0o600 });
  const remove = before?.remove ?? removeAtExit(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, hosts, ca, remove };
}
