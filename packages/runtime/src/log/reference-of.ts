/** Returns what identifies a Kubernetes object, as in controller-runtime's logs; undefined for other values. */
export function referenceOf(value: object): Record<string, unknown> | undefined {
  if (!('metadata' in value) || typeof value.metadata !== 'object' || value.metadata === null) return undefined;
  const { metadata } = value;
  if (!('kind' in value) && !('uid' in metadata) && !('resourceVersion' in metadata)) return undefined;
  return {
    ...('apiVersion' in value && { apiVersion: value.apiVersion }),
    ...('kind' in value && { kind: value.kind }),
    ...('namespace' in metadata && { namespace: metadata.namespace }),
    ...('name' in metadata && { name: metadata.name }),
  };
}
