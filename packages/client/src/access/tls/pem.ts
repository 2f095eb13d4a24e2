import type { Clock } from '@kb/apimachinery';
import { CredentialError } from '../../errors/credential-error.ts';
import { KubeConfigError } from '../../errors/kube-config-error.ts';
import type { ReadFile } from '../../surroundings/read-file.ts';
import { createReloadingFile } from '../files/reloading-file.ts';

/**
 * The location of a PEM text: base64 data in the kubeconfig, or a file. As in kubectl, data takes precedence if both
 * are given.
 */
export interface PemLocation {
  readonly data: string | undefined;
  readonly file: string | undefined;
  /** Its description in messages: `client-key of user "admin"`. */
  readonly what: string;
  /** The kubeconfig. */
  readonly kubeConfig: string;
}

/**
 * Opens a PEM text. Resolves with a function that returns the current text, reading a file again after a minute;
 * undefined if no PEM is configured. Rejects with a KubeConfigError if the file is missing or not PEM.
 */
export async function openPem(
  location: PemLocation,
  readFile: ReadFile,
  clock: Clock,
): Promise<(() => Promise<string>) | undefined> {
  if (location.data) {
    const text = Buffer.from(location.data, 'base64').toString('utf8');
    requirePem(text, location, 'the data');
    return () => Promise.resolve(text);
  }
  if (!location.file) return undefined;
  const file = createReloadingFile(location.file, readFile, clock);
  try {
    requirePem(await file.text(), location, location.file);
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    const message = `${location.what} in ${location.kubeConfig}: ${error.message}`;
    throw new KubeConfigError('KB_KUBECONFIG_DANGLING', message, { file: location.kubeConfig, cause: error });
  }
  return () => file.text();
}

function requirePem(text: string, { what, kubeConfig }: PemLocation, where: string): void {
  if (text.includes('-----BEGIN ')) return;
  const message = `${what} in ${kubeConfig}: ${where} is not PEM text (it has no "-----BEGIN" line)`;
  throw new KubeConfigError('KB_KUBECONFIG_MALFORMED', message, { file: kubeConfig });
}
