/**
 * Returns a CustomResourceDefinition in YAML, of the kind Shop or another one, with these lines in the schema of
 * `spec`.
 */
export function crd(kind = 'Shop', specLines: readonly string[] = ['type: object']): string {
  const plural = `${kind.toLowerCase()}s`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.example.com
spec:
  group: example.com
  names:
    kind: ${kind}
    listKind: ${kind}List
    plural: ${plural}
    singular: ${kind.toLowerCase()}
  scope: Namespaced
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          type: object
          properties:
            apiVersion: {type: string}
            kind: {type: string}
            metadata: {type: object}
            spec:
${specLines.map((line) => `              ${line}\n`).join('')}      served: true
      storage: true
`;
}

/** An object that is not a definition. */
export const pod = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n';
