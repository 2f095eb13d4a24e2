/** The target of a request's path: apiserver's RequestInfo. */
export type RequestInfo = NonResourceRequest | ResourceRequest;

/** A path that does not belong to a resource: `/version`, `/apis/apps/v1`… */
export interface NonResourceRequest {
  readonly isResource: false;
  /** Decoded segments. */
  readonly parts: readonly string[];
  /** The whole path, decoded, with its empty segments. */
  readonly decodedPath: string;
  /** True if it begins like a watch of a resource, but names none. */
  readonly incomplete?: boolean;
}

/** A path below `/api/v1` or `/apis/GROUP/VERSION`. */
export interface ResourceRequest {
  readonly isResource: true;
  readonly parts: readonly string[];
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Empty when the path names none. */
  readonly namespace: string;
  /** Plural. */
  readonly resource: string;
  /** Empty for the collection. */
  readonly name: string;
  /** Empty for the resource itself. */
  readonly subresource: string;
  /** The segments after the subresource, as in `pods/x/proxy/a/b`. */
  readonly rest: readonly string[];
  /** The whole path, decoded, with its empty segments. */
  readonly decodedPath: string;
  /** The path began with the deprecated `/watch/`. */
  readonly watchPrefix: boolean;
}

/** The segments after a namespace's name that are subresources of it, not resources in it. */
const namespaceSubresources = new Set(['status', 'finalize']);

/** Parses a path (without its query). Undefined if it has an invalid escape. */
export function parseRequestPath(path: string): RequestInfo | undefined {
  // An escaped slash separates segments like any other.
  const decodedPath = decoded(path);
  if (decodedPath === undefined) return undefined;
  const parts = decodedPath.split('/').filter((part) => part !== '');
  const start = parts[0] === 'api' ? 2 : parts[0] === 'apis' ? 3 : undefined;
  if (start === undefined || parts.length <= start) return { isResource: false, parts, decodedPath };
  const [group, version] = parts[0] === 'api' ? ['', parts[1] ?? ''] : [parts[1] ?? '', parts[2] ?? ''];
  const watchPrefix = parts[start] === 'watch';
  if (watchPrefix && parts.length === start + 1) return { isResource: false, parts, decodedPath, incomplete: true };
  return {
    isResource: true,
    parts,
    group,
    version,
    watchPrefix,
    decodedPath,
    ...parseResource(parts.slice(watchPrefix ? start + 1 : start)),
  };
}

/** Decodes the escapes of a path; invalid UTF-8 is replaced. Undefined if an escape is invalid. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    if (/%(?![\da-f]{2})/i.test(path)) return undefined;
    const decoder = new TextDecoder();
    return path.replace(/(?:%[\da-f]{2})+/gi, (escapes) =>
      decoder.decode(Uint8Array.from(escapes.slice(1).split('%'), (byte) => Number.parseInt(byte, 16))),
    );
  }
}

function parseResource(
  parts: readonly string[],
): Pick<ResourceRequest, 'namespace' | 'resource' | 'name' | 'subresource' | 'rest'> {
  const [first = '', second = '', third = ''] = parts;
  if (first === 'namespaces' && third !== '' && !namespaceSubresources.has(third)) {
    const [, namespace = '', resource = '', name = '', subresource = '', ...rest] = parts;
    return { namespace, resource, name, subresource, rest };
  }
  return { namespace: '', resource: first, name: second, subresource: third, rest: parts.slice(3) };
}
