import type { ResourceDefinition } from '@kb/apimachinery';

type Kind = Pick<ResourceDefinition, 'group' | 'version' | 'kind'>;

/**
 * Where the defaulting webhook of a kind is served, as controller-runtime and kubebuilder's manifests have it:
 * `/mutate-<group>-<version>-<kind>`, with dashes for dots.
 */
export function mutatePath(kind: Kind): string {
  return `/mutate-${pathOfKind(kind)}`;
}

/** Where the validating webhook of a kind is served: `/validate-<group>-<version>-<kind>`. */
export function validatePath(kind: Kind): string {
  return `/validate-${pathOfKind(kind)}`;
}

/** Where the conversion webhook of all kinds is served. */
export const CONVERT_PATH = '/convert';

/** Answers a path of the user's own; throws a TypeError for one that controller-runtime refuses. */
export function checkWebhookPath(path: string): string {
  if (!/^((\/[a-zA-Z0-9-_]+)+|\/)$/.test(path)) {
    throw new TypeError(
      `the webhook path "${path}" is not usable: expected "/" or segments of letters, digits, "-" and "_" such as /custom-validate`,
    );
  }
  return path;
}

function pathOfKind({ group, version, kind }: Kind): string {
  return `${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;
}
