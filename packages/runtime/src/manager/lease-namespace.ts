import { readFile } from 'node:fs/promises';
import { FlagError } from './flags.ts';

const namespaceFile = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/**
 * The namespace that this pod runs in, by its service account. Throws a {@link FlagError} when this is no pod: there is
 * no namespace that everybody would agree on.
 */
export async function inClusterNamespace(read: (file: string) => Promise<string> = readText): Promise<string> {
  let text;
  try {
    text = await read(namespaceFile);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new FlagError(
        'unable to find leader election namespace: not running in-cluster, please specify --leader-election-namespace',
      );
    }
    throw new Error(`unable to find leader election namespace: error reading ${namespaceFile}`, { cause: error });
  }
  return text.trim();
}

const readText = (file: string): Promise<string> => readFile(file, 'utf8');
