import type { WebhookService } from '@kb/apiserver';
import type { OpenProject } from '../open-project.ts';
import { type Manifest, readProjectCrds } from '../manifests/manifests.ts';
import { operatorOrigin, WEBHOOK_ADDRESS } from './operator-origin.ts';
import { operatorAddresses, readProjectWebhooks, withAuthority } from './project-webhooks.ts';
import { untilServed } from './until-served.ts';
import { makeWebhookCertificate } from './webhook-certificate.ts';

/** What lets an API server call the webhooks of a project's operator. */
export interface PreparedWebhooks {
  /** The project's CRDs; those with conversion webhooks have the authority of the operator's certificate. */
  readonly crds: readonly Manifest[];
  /** The same of its webhook configurations; none if the operator serves no webhooks. */
  readonly configurations: readonly Manifest[];
  /** The folder of the operator's certificate. */
  readonly certificateFolder: string;
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
 * where the operator listens. Throws a CliError for manifests that cannot be read.
 */
export async function prepareWebhooks(
  opened: Pick<OpenProject, 'root' | 'project'>,
  address: string = WEBHOOK_ADDRESS,
): Promise<PreparedWebhooks> {
  const origin = operatorOrigin(address);
  const crds = await readProjectCrds(opened);
  const configurations = origin === undefined ? [] : readProjectWebhooks(opened);
  const { services, paths } = operatorAddresses([...crds, ...configurations]);
  const own = new Set(services.map(({ namespace, name }) => `${namespace}/${name}`));
  const { folder, ca, remove } = await makeWebhookCertificate(services);
  return {
    crds: crds.map((manifest) => withAuthority(manifest, ca)),
    configurations: configurations.map((manifest) => withAuthority(manifest, ca)),
    certificateFolder: folder,
    origin,
    resolveService: ({ namespace, name }) => (own.has(`${namespace}/${name}`) ? origin : undefined),
    untilServed: async (signal) => {
      if (origin !== undefined) await untilServed(origin, { paths, ca, signal });
    },
    remove,
  };
}
