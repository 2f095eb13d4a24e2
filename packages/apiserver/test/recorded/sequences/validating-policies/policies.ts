import type { RequestStep } from '../../sequence.ts';
import { configMap, configMaps, post } from '../../steps.ts';

/** The two kinds of policies. */
export type PolicyType = 'Validating' | 'Mutating';

const apiVersion = 'admissionregistration.k8s.io/v1';
const base = `/apis/${apiVersion}`;

/** The paths of policies and of their bindings. */
export const policiesPath = (type: PolicyType): string => `${base}/${type.toLowerCase()}admissionpolicies`;
export const bindingsPath = (type: PolicyType): string => `${base}/${type.toLowerCase()}admissionpolicybindings`;

/** A rule for ConfigMaps, with changes. */
export const ruleOf = (more: object = {}): object => ({
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE'],
  resources: ['configmaps'],
  ...more,
});

/** Constraints that only requests in the sequence's namespace meet. */
export const inOwnNamespace = (rules: readonly object[] = [ruleOf()], more: object = {}): object => ({
  resourceRules: rules,
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '${NS}' } },
  ...more,
});

/** A policy for ConfigMaps in the sequence's namespace, unless its specification says otherwise. */
export const policyOf = (type: PolicyType, name: string, spec: object): object => ({
  apiVersion,
  kind: `${type}AdmissionPolicy`,
  metadata: { name },
  spec: { matchConstraints: inOwnNamespace(), ...(type === 'Mutating' && { reinvocationPolicy: 'Never' }), ...spec },
});

/** A binding of a policy, which denies what a validating policy finds. */
export const bindingOf = (type: PolicyType, name: string, spec: object = {}): object => ({
  apiVersion,
  kind: `${type}AdmissionPolicyBinding`,
  metadata: { name },
  spec: { policyName: name, ...(type === 'Validating' && { validationActions: ['Deny'] }), ...spec },
});

/** A policy, and its bindings. */
export interface BoundPolicy {
  readonly name: string;
  readonly spec: object;
  /** The specifications of its bindings. Default: one that binds it. */
  readonly bindings?: readonly object[];
}

/** A policy for objects with its name as the label `case`. */
export const cased = (name: string, spec: object, ...bindings: readonly object[]): BoundPolicy => ({
  name,
  spec: { matchConstraints: inOwnNamespace([ruleOf()], { objectSelector: { matchLabels: { case: name } } }), ...spec },
  ...(bindings.length > 0 && { bindings }),
});

const probeEffect = (type: PolicyType): object =>
  type === 'Validating'
    ? { validations: [{ expression: 'false', message: 'probed' }] }
    : {
        mutations: [
          {
            patchType: 'JSONPatch',
            jsonPatch: { expression: '[JSONPatch{op: "add", path: "/metadata/labels/probed", value: "probed"}]' },
          },
        ],
      };

/** Creates policies and bindings, and waits until they are in use: the real server takes a moment. */
export const inUse = (type: PolicyType, policies: readonly BoundPolicy[], suffix = ''): RequestStep[] => {
  const probe = cased(`probe${suffix}`, probeEffect(type));
  return [
    ...[...policies, probe].flatMap(({ name, spec, bindings = [{}] }) => {
      const full = `\${NS}-${name}`;
      return [
        post(policiesPath(type), policyOf(type, full, spec), { quiet: true }),
        ...bindings.map((binding, index) =>
          post(
            bindingsPath(type),
            { ...bindingOf(type, `${full}${index === 0 ? '' : `-${index}`}`, { policyName: full, ...binding }) },
            { quiet: true },
          ),
        ),
      ];
    }),
    post(`${configMaps}?dryRun=All`, configMap(`probe${suffix}`, {}, { labels: { case: `probe${suffix}` } }), {
      quiet: true,
      shows: 'probed',
    }),
  ];
};

/** Creates a ConfigMap for each of some policies: with the label that it asks for. */
export const configMapFor = (name: string, data: object = { a: '1' }, metadata: object = {}): RequestStep =>
  post(configMaps, configMap(name, data, { ...metadata, labels: { case: name } }));
