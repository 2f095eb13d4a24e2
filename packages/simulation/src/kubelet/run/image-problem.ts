import type { LiveContainer } from '../options/container-behavior.ts';

/** Why the kubelet does not even try to pull an image. */
export interface ImageProblem {
  /** The reason for which the container waits. */
  readonly reason: 'InvalidImageName' | 'ErrImageNeverPull';
  readonly message: string;
  /** The reason of the Event with the message. */
  readonly event: 'InspectFailed' | 'ErrImageNeverPull';
}

/** Returns what is wrong with the image of a container. `isMissing`: it is not on the node, and cannot be pulled. */
export function imageProblem(
  { image = '', imagePullPolicy }: LiveContainer,
  isMissing: boolean,
): ImageProblem | undefined {
  const mistake = mistakeInName(image);
  if (mistake !== undefined) {
    const message = `Failed to apply default image tag "${image}": couldn't parse image name "${image}": ${mistake}`;
    return { reason: 'InvalidImageName', message, event: 'InspectFailed' };
  }
  if (!isMissing || imagePullPolicy !== 'Never') return undefined;
  const message = `Container image "${image}" is not present with pull policy of Never`;
  return { reason: 'ErrImageNeverPull', message, event: 'ErrImageNeverPull' };
}

const INVALID = 'invalid reference format';

/** Checks `[DOMAIN/]PATH[:TAG][@DIGEST]`, as the reference package of the distribution project reads it. */
function mistakeInName(image: string): string | undefined {
  const [named, digest] = splitAt(image, '@');
  const slash = named.lastIndexOf('/');
  const colon = named.indexOf(':', slash + 1);
  const [name, tag] = colon < 0 ? [named, undefined] : [named.slice(0, colon), named.slice(colon + 1)];
  const [first, rest] = splitAt(name, '/');
  const hasDomain =
    rest !== undefined && (/[.:]/.test(first) || first === 'localhost' || first !== first.toLowerCase());
  const path = hasDomain ? rest : name;
  if (path !== path.toLowerCase()) {
    const whole = hasDomain || path.includes('/') ? path : `library/${path}`;
    return `${INVALID}: repository name (${whole}) must be lowercase`;
  }
  if (hasDomain && !/^[\w.-]+(?::\d+)?$/.test(first)) return INVALID;
  if (!path.split('/').every((part) => /^[\da-z][\d_a-z.-]*$/.test(part) && /[\da-z]$/.test(part))) return INVALID;
  if (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag)) return INVALID;
  return digest === undefined || /^[\d_a-z]+:[\da-f]{32,}$/.test(digest) ? undefined : INVALID;
}

function splitAt(text: string, mark: string): readonly [before: string, after?: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
