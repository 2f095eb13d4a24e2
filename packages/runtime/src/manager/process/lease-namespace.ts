import { readFile } from 'node:fs/promises';
import { FlagError } from './flags.ts';

const NAMESPACE_FILE = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/**
 * Reads the namespace that this pod runs in from its service account. Rejects with a {@link FlagError} outside of a
 * pod: replicas elsewhere have no common default.
 */
export async function inClusterNamespace(read: (file: string) => Promise<string> = readText): Promise<string> {
  let text;
  try {
    text = await read(NAMESPACE_FILE);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new FlagError(
        'unable to find leader election namespace: not running in-cluster, please specify --leader-election-namespace',
      );
    }
    throw new Error(`unable to find leader election namespace: error reading ${NAMESPACE_FILE}`, { cause: error });
  }
  return text.trim();
}

const readText = (file: string): Promise<string> => readFile(file, 'utf8');
