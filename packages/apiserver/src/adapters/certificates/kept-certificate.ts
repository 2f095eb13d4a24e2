import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import {
  certificateNames,
  type CertificateSubject,
  createServingCertificate,
  type ServingCertificate,
} from './certificates.ts';

const DAY_MS = 86_400_000;
/** A certificate that expires sooner than this is renewed, so that none expires while a server runs. */
const RENEWED_BEFORE_MS = 30 * DAY_MS;

/**
 * Returns the serving certificate stored in a file, with its key and authority (PEM, readable only by its owner), so
 * that a server starts without creating one and clients keep trusting it. Creates and stores a new one if there is
 * none, if it is not valid for all names or for another 30 days, or if others may have read its key. If it cannot be
 * stored, a new one is created each time. A function returns the file, and creates its folder; it is called before each
 * use, and may throw.
 */
export async function keptServingCertificate(
  file: string | (() => string),
  subject: CertificateSubject,
  now: number = Date.now(),
): Promise<ServingCertificate> {
  const place = typeof file === 'string' ? () => inFolder(file) : file;
  const kept = readKept(place);
  if (kept && isGood(kept, certificateNames(subject), now)) return kept;
  const made = await createServingCertificate(subject, now);
  keep(place, made);
  return made;
}

/** Returns the file after creating its folder. */
function inFolder(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

/** Reads a stored certificate. Undefined if there is none that can be used. */
function readKept(place: () => string): ServingCertificate | undefined {
  try {
    const file = place();
    if (!isPrivate(file)) return undefined;
    const [key, certificate, ca, ...rest] = readFileSync(file, 'utf8').split(/(?<=-----END [A-Z ]+-----\n)/);
    if (key === undefined || certificate === undefined || ca === undefined || rest.length > 0) return undefined;
    return { key, certificate, ca };
  } catch {
    return undefined;
  }
}

/** Whether only the user of this process has access to a file. On Windows, modes do not show permissions. */
function isPrivate(file: string): boolean {
  const { mode, uid, size } = lstatSync(file);
  const regular = (mode & 0o170_000) === 0o100_000 && size < 65_536;
  return regular && (process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0));
}

function isGood({ ca, certificate, key }: ServingCertificate, names: readonly string[], now: number): boolean {
  try {
    const authority = new X509Certificate(ca);
    const serving = new X509Certificate(certificate);
    return (
      [authority, serving].every(
        ({ validFromDate, validToDate }) =>
          validFromDate.getTime() <= now && validToDate.getTime() - RENEWED_BEFORE_MS > now,
      ) &&
      serving.checkIssued(authority) &&
      serving.verify(authority.publicKey) &&
      serving.checkPrivateKey(createPrivateKey(key)) &&
      names.every((name) => (isIP(name) ? serving.checkIP(name) : serving.checkHost(name)) !== undefined)
    );
  } catch {
    return false;
  }
}

/** Replaces a file atomically: another process reads either the old or the new content. */
function keep(place: () => string, { ca, certificate, key }: ServingCertificate): void {
  let file: string;
  let whole: string;
  try {
    // The folder may have been removed while the certificate was created.
    file = place();
    whole = `${file}.${randomUUID()}`;
    writeFileSync(whole, `${key}${certificate}${ca}`, { mode: 0o600, flag: 'wx' });
  } catch {
    // The server starts with this certificate; the next one creates its own.
    return;
  }
  try {
    renameSync(whole, file);
  } catch {
    rmSync(whole, { force: true });
  }
}
