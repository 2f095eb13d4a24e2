import { FlagError } from './flags.ts';

const LABEL = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/**
 * Reads `WATCH_NAMESPACE`: the namespaces that an operator watches, separated by commas. An empty text means every
 * namespace, as in kubebuilder's projects. Throws a {@link FlagError} if it is not set, or names something else.
 */
export function watchedNamespaces({ WATCH_NAMESPACE: text }: Readonly<NodeJS.ProcessEnv>): string[] {
  if (text === undefined) {
    throw new FlagError(
      'WATCH_NAMESPACE must be set: the namespaces that this operator watches, separated by commas, such as WATCH_NAMESPACE=shop-system',
    );
  }
  if (text.trim() === '') return [];
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (LABEL.test(name)) continue;
    throw new FlagError(
      `WATCH_NAMESPACE: ${JSON.stringify(name)} is not the name of a namespace: expected names separated by commas, such as shop-system,shop-test`,
    );
  }
  return [...new Set(names)];
}
