/**
 * Markers with the prefix `k8s:` of Kubernetes' other Go generators, which do not affect schemas, roles or webhooks.
 * Those of declarative validation (`k8s:minimum`) are not among them: an author who writes one wants a rule.
 */
const names = new Set([
  'client-gen',
  'conversion-fn',
  'conversion-gen',
  'conversion-gen-external-types',
  'deepcopy-gen:nonpointer-interfaces',
  'defaulter-gen',
  'defaulter-gen-input',
  'informer-gen',
  'lister-gen',
  'openapi-gen',
  'openapi-model-package',
  'prerelease-lifecycle-gen',
  'protobuf-gen',
  'register-gen',
  'set-gen',
  'validation-gen',
  'validation-gen-input',
  'validation-gen-nolint',
  'validation-gen-scheme-registry',
  'validation-gen-test-fixture',
]);

/** True for a marker of another generator of Kubernetes. `name` is the text before `=`, without the `+`. */
export function isOfOtherGenerator(name: string): boolean {
  if (!name.startsWith('k8s:')) return false;
  const [first = '', second] = name.slice('k8s:'.length).split(':');
  return names.has(first) || names.has(`${first}:${second ?? ''}`);
}
