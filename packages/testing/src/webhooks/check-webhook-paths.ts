import type { WebhookDescription } from '@kb/runtime/webhook';
import type { CrdManifest } from '../manifests/read-crds.ts';
import { WebhookConfigurationError, type WebhookManifest } from './webhook-configurations.ts';

/** A path that a manifest names. */
interface NamedPath {
  readonly type: 'mutating' | 'validating';
  readonly path: string;
  /** Who names it, for messages. */
  readonly by: string;
}

/**
 * Checks that each webhook of the configurations is served, and that each served one is configured. Throws a {@link
 * WebhookConfigurationError} that names both sides.
 */
export function checkWebhookPaths(
  manifests: readonly WebhookManifest[],
  descriptions: readonly WebhookDescription[],
): void {
  const named = manifests.flatMap(pathsIn);
  const served = descriptions.flatMap(({ admission }) => admission);
  const shown = ({ type, path }: Pick<NamedPath, 'type' | 'path'>): string => `${type} ${path}`;
  const servedPaths = new Set(served.map(shown));
  const namedPaths = new Set(named.map(shown));
  const lost = named.find((one) => !servedPaths.has(shown(one)));
  if (lost)
    throw mismatch(
      `${lost.by} calls a ${lost.type} webhook at ${lost.path}, and no webhook of the test serves it`,
      `served: ${listed(servedPaths)}`,
    );
  const unnamed = served.find((one) => !namedPaths.has(shown(one)));
  if (unnamed)
    throw mismatch(
      `a ${unnamed.type} webhook is served at ${unnamed.path}, and no webhook configuration calls it`,
      `called: ${listed(namedPaths)}`,
    );
}

/**
 * Checks that each definition with a conversion webhook has a converter at its path, and that each converter of one of
 * the definitions is called. Throws a {@link WebhookConfigurationError} that names both sides.
 */
export function checkConverters(crds: readonly CrdManifest[], descriptions: readonly WebhookDescription[]): void {
  const converters = descriptions.flatMap(({ converter }) => (converter ? [converter] : []));
  for (const { metadata, spec } of crds) {
    const { group, names, conversion } = spec;
    const has = converters.some((converter) => converter.group === group && converter.kind === names.kind);
    const name = metadata.name ?? '';
    if (conversion?.strategy !== 'Webhook') {
      if (has)
        throw mismatch(
          `there is a converter of ${names.kind} of ${group}, and ${name} has no conversion webhook`,
          'mark the type with +kb:conversion:strategy=Webhook; if a patch of config/crd sets it, read that folder instead of bases',
        );
      continue;
    }
    const path = pathOf(conversion.webhook?.clientConfig);
    if (path !== CONVERT_PATH)
      throw mismatch(`${name} calls its conversion webhook at ${path}`, `converters are served at ${CONVERT_PATH}`);
    if (!has)
      throw mismatch(
        `${name} has a conversion webhook, and no webhook of the test converts ${names.kind} of ${group}`,
        `converted: ${listed(new Set(converters.map((converter) => `${converter.kind} of ${converter.group}`)))}`,
      );
  }
}

/** Where the runtime serves all converters. */
const CONVERT_PATH = '/convert';

function mismatch(what: string, other: string): WebhookConfigurationError {
  return new WebhookConfigurationError('KB_WEBHOOK_PATH_MISMATCH', `${what} (${other})`);
}

const listed = (names: ReadonlySet<string>): string => (names.size === 0 ? 'none' : [...names].join(', '));

function pathsIn({ type, file, object }: WebhookManifest): NamedPath[] {
  return (object.webhooks ?? []).map(({ name, clientConfig }) => ({
    type,
    path: pathOf(clientConfig),
    by: `${file}: ${name}`,
  }));
}

/** The path of a webhook's address, which the API server validates. */
function pathOf(config: { readonly url?: string; readonly service?: { readonly path?: string } } | undefined): string {
  if (config?.service) return config.service.path || '/';
  return config?.url !== undefined && URL.canParse(config.url) ? new URL(config.url).pathname : '/';
}
