import type { WebhookService } from '@kb/apiserver';
import { CliError } from '../cli-error.ts';
import type { OpenProject } from '../open-project.ts';
import { type Manifest, readProjectCrds } from '../manifests/manifests.ts';
import { operatorOrigin, WEBHOOK_ADDRESS } from './operator-origin.ts';
import { operatorAddresses, readProjectWebhooks, withAuthority, withOrigin } from './project-webhooks.ts';
import { untilServed } from './until-served.ts';
import type { WebhookReach } from './webhook-reach.ts';
import { makeWebhookCertificate, type WebhookCertificate } from './webhook-certificate.ts';

/** What lets an API server call the webhooks of a project's operator. */
export interface PreparedWebhooks {
  /** The project's CRDs; those with conversion webhooks have the authority of the operator's certificate. */
  readonly crds: readonly Manifest[];
  /** The same of its webhook configurations; none if the operator serves no webhooks. */
  readonly configurations: readonly Manifest[];
  /** The operator's certificate. */
  readonly certificate: WebhookCertificate;
  /** Where the API server calls the operator; undefined if it serves no webhooks. */
  readonly origin: string | undefined;
  /** Returns {@link origin} for the Services in {@link crds} and {@link configurations}; undefined for others. */
  readonly resolveService: (service: WebhookService) => string | undefined;
  /** Waits until the operator serves all of it. Rejects with a CliError that names what it does not serve. */
  readonly untilServed: (signal: AbortSignal) => Promise<void>;
  /** Removes the certificate. */
  readonly remove: () => void;
}

/**
 * Reads the CRDs and the webhook configurations of a project, and makes the certificate of its operator. `address`:
 * where the operator listens. `before`: the result for the same project before, whose certificate is kept if possible.
 * `reach`: how a cluster elsewhere reaches the operator; if it cannot, webhooks are refused. Throws a CliError for
 * manifests that cannot be read.
 */
export async function prepareWebhooks(
  opened: Pick<OpenProject, 'root' | 'project'>,
  address: string = WEBHOOK_ADDRESS,
  before?: PreparedWebhooks,
  reach?: WebhookReach | 'unreachable',
): Promise<PreparedWebhooks> {
  const origin = reach === 'unreachable' ? undefined : operatorOrigin(address);
  const crds = await readProjectCrds(opened);
  const configurations = origin === undefined ? [] : readProjectWebhooks(opened);
  const { services, paths } = operatorAddresses([...crds, ...configurations]);
  if (reach === 'unreachable' && paths[0] !== undefined) throw unreachable(paths[0].by);
  const hosts = reach === undefined || reach === 'unreachable' ? [] : [reach.host];
  const own = new Set(services.map(({ namespace, name }) => `${namespace}/${name}`));
  const certificate = await makeWebhookCertificate(services, {
    hosts,
    ...(before && { before: before.certificate }),
  });
  const { ca, remove } = certificate;
  const reachable = (manifest: Manifest): Manifest =>
    reach === undefined || reach === 'unreachable'
      ? withAuthority(manifest, ca)
      : withOrigin(manifest, reach.origin, ca);
  return {
    crds: crds.map(reachable),
    configurations: configurations.map(reachable),
    certificate,
    origin: reach === undefined || reach === 'unreachable' ? origin : reach.origin,
    resolveService: ({ namespace, name }) => (own.has(`${namespace}/${name}`) ? origin : undefined),
    untilServed: async (signal) => {
      if (origin !== undefined) await untilServed(origin, { paths, ca, signal });
    },
    remove,
  };
}

function unreachable(by: string): CliError {
  return new CliError('KB_WEBHOOKS_NOT_SERVED', `${by} calls the operator, and the cluster cannot reach it`, {
    hint: 'Name the address at which it reaches this machine: --webhook-address HOST:PORT.',
  });
}
