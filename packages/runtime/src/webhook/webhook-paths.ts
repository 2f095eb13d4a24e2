import type { ResourceDefinition } from '@kb/apimachinery';

type Kind = Pick<ResourceDefinition, 'group' | 'version' | 'kind'>;

/**
 * Returns the path of a kind's defaulting webhook, as in controller-runtime and kubebuilder's manifests:
 * `/mutate-<group>-<version>-<kind>`, with dashes for dots.
 */
export function mutatePath(kind: Kind): string {
  return `/mutate-${pathOfKind(kind)}`;
}

/** Returns the path of a kind's validating webhook: `/validate-<group>-<version>-<kind>`. */
export function validatePath(kind: Kind): string {
  return `/validate-${pathOfKind(kind)}`;
}

/** The path of the conversion webhook of all kinds. */
export const CONVERT_PATH = '/convert';

/** Returns a user's path; throws a TypeError for one that controller-runtime refuses. */
export function checkWebhookPath(path: string): string {
  if (!/^((\/[a-zA-Z0-9-_]+)+|\/)$/.test(path)) {
    throw new TypeError(
      `the webhook path "${path}" is invalid: expected "/" or segments of letters, digits, "-" and "_" such as /custom-validate`,
    );
  }
  return path;
}

function pathOfKind({ group, version, kind }: Kind): string {
  return `${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}
