import { isStatusError, type KubernetesList, type ObjectMeta } from '@kb/apimachinery';
import { stringifyJson, trimEndOf } from '@kb/apimachinery/codec';
import type { NamedText } from '@kb/import';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';
import { requireNetworkStack } from '../node-version.ts';
import { SourceProblem } from './source-problem.ts';

/** Selects a cluster. */
export interface ClusterOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A kubeconfig file, absolute. Default: kubectl's. */
  readonly kubeconfig?: string | undefined;
  /** Default: the current context. */
  readonly kubeContext?: string | undefined;
}

/** The page size of list requests, limited because some definitions are larger than a megabyte. */
const PAGE_SIZE = 50;
/** The timeout of a page, in milliseconds. */
const TIMEOUT = 60_000;

/** The annotation in which kubectl keeps its last apply. Not part of a definition. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Reads every CustomResourceDefinition of a cluster, one text each, without changing the cluster. Throws a {@link
 * SourceProblem}, or a CliError if this Node is too old.
 */
export async function readCluster({ env, kubeconfig, kubeContext }: ClusterOptions): Promise<NamedText[]> {
  requireNetworkStack('import');
  const { createClient, createTransport, loadKubeConfig, systemClock } = await import('@kb/client');
  const { customResourceDefinitions } = await import('@kb/kubernetes/apiextensions/v1');
  try {
    const access = await loadKubeConfig({
      env,
      ...(kubeconfig !== undefined && { path: kubeconfig }),
      ...(kubeContext !== undefined && { context: kubeContext }),
    });
    const transport = createTransport(access);
    try {
      const client = createClient({ transport, clock: systemClock });
      const texts: NamedText[] = [];
      let next: string | undefined;
      do {
        const page: KubernetesList<CustomResourceDefinition> = await client.list(customResourceDefinitions, {
          limit: PAGE_SIZE,
          signal: AbortSignal.timeout(TIMEOUT),
          ...(next !== undefined && { continue: next }),
        });
        texts.push(...page.items.map(textOf));
        next = page.metadata.continue;
      } while (next !== undefined && next !== '');
      if (texts.length === 0)
        throw new SourceProblem(
          `there is no CustomResourceDefinition in the cluster ${access.server}`,
          undefined,
          'KB_IMPORT_NOTHING',
        );
      return texts;
    } finally {
      await transport.close();
    }
  } catch (error) {
    throw problemOf(error);
  }
}

function textOf({ metadata, ...definition }: CustomResourceDefinition): NamedText {
  const text = stringifyJson({ ...definition, metadata: withoutLastApplied(metadata) }, { indent: 2 });
  return { name: `cluster/${metadata.name}`, text };
}

function withoutLastApplied({ annotations = {}, ...metadata }: ObjectMeta): object {
  const kept = Object.entries(annotations).filter(([name]) => name !== LAST_APPLIED);
  return { ...metadata, ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }) };
}

/** Returns the problem for an error of the cluster or the connection; undefined for a bug. */
function problemOf(error: unknown): unknown {
  if (error instanceof SourceProblem || !(error instanceof Error)) return error;
  if (error.name === 'TimeoutError')
    return new SourceProblem(`there was no complete response within ${TIMEOUT / 1000} seconds`);
  const isTold =
    isStatusError(error) || ('code' in error && typeof error.code === 'string' && error.code.startsWith('KB_'));
  if (!isTold || error.name === 'CliError') return error;
  const hint = isStatusError(error)
    ? 'the account of the kubeconfig needs permission to list customresourcedefinitions'
    : undefined;
  return new SourceProblem(trimEndOf(error.message.replaceAll(/\s+/g, ' '), '. '), hint);
}
