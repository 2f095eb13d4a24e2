import type { Area, RequestStep } from '../../sequence.ts';
import { asTable, del, get, mergePatch, post, put, sequence } from '../../steps.ts';
import {
  bindingOf,
  bindingsPath,
  inOwnNamespace,
  policiesPath,
  policyOf,
  ruleOf,
} from '../validating-policies/policies.ts';

const path = policiesPath('Mutating');
const bindings = bindingsPath('Mutating');
const patching = (expression: string): object => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const applying = (expression: string): object => ({
  patchType: 'ApplyConfiguration',
  applyConfiguration: { expression },
});
const mutations = [applying('Object{metadata: Object.metadata{labels: {"a": "b"}}}')];

const attempt = (spec: object): RequestStep =>
  post(`${path}?dryRun=All`, policyOf('Mutating', '${NS}', { mutations, ...spec }));
const withMutation = (mutation: object, more: object = {}): RequestStep => attempt({ mutations: [mutation], ...more });
const bind = (spec: object): RequestStep =>
  post(`${bindings}?dryRun=All`, bindingOf('Mutating', '${NS}', { policyName: 'p', ...spec }));

/** The validation, the defaults and the life of MutatingAdmissionPolicies and their bindings. */
export const validationOfMutatingPolicies: Area = {
  name: 'validation of mutating policies',
  sequences: [
    sequence(
      'life of a MutatingAdmissionPolicy',
      post(path, policyOf('Mutating', '${NS}', { mutations })),
      get(`${path}/\${NS}`),
      get(`${path}/\${NS}`, asTable),
      mergePatch(`${path}/\${NS}`, { spec: { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } }),
      get(`${path}/\${NS}`, asTable),
      mergePatch(`${path}/\${NS}/status`, { metadata: { labels: { a: 'b' } } }),
      put(`${path}/\${NS}`, policyOf('Mutating', '${NS}', { mutations })),
      get(`${path}?fieldSelector=metadata.name%3D\${NS}`),
      del(`${path}/\${NS}`),
    ),
    sequence(
      'life of a MutatingAdmissionPolicyBinding',
      post(bindings, bindingOf('Mutating', '${NS}', { policyName: 'none', matchResources: {} })),
      mergePatch(`${bindings}/\${NS}`, {
        spec: { paramRef: { name: 'p', namespace: 'n', parameterNotFoundAction: 'Deny' } },
      }),
      get(`${bindings}/\${NS}`, asTable),
      del(`${bindings}/\${NS}`),
    ),
    sequence(
      'a mutating policy needs constraints and mutations',
      attempt({ matchConstraints: null }),
      attempt({ matchConstraints: {} }),
      attempt({ mutations: null }),
      attempt({ failurePolicy: 'Perhaps' }),
      attempt({ reinvocationPolicy: '' }),
      attempt({ reinvocationPolicy: 'Sometimes' }),
      attempt({ reinvocationPolicy: 'IfNeeded' }),
      attempt({ matchConstraints: { resourceRules: [ruleOf({ operations: ['CREATE', 'DELETE'] })] } }),
      attempt({ matchConstraints: { resourceRules: [ruleOf({ operations: ['READ'] })] } }),
      attempt({ matchConstraints: { resourceRules: [ruleOf({ operations: ['*'] })] } }),
      attempt({ paramKind: { apiVersion: 'v1' } }),
      attempt({ matchConditions: [{ name: 'a', expression: 'variables.a' }] }),
      attempt({
        variables: [
          { name: 'a', expression: 'Object{}' },
          { name: 'b-c', expression: '' },
        ],
      }),
    ),
    sequence(
      'the mutations of a policy',
      withMutation({}),
      withMutation({ patchType: 'MergePatch' }),
      withMutation({ patchType: 'JSONPatch' }),
      withMutation({ patchType: 'ApplyConfiguration' }),
      withMutation({ ...patching('[]'), applyConfiguration: { expression: 'Object{}' } }),
      withMutation({ ...applying('Object{}'), jsonPatch: { expression: '' } }),
      withMutation(patching(' ')),
      withMutation(applying('')),
      withMutation({ patchType: 'JSONPatch', jsonPatch: {} }),
      attempt({ mutations: [patching('nothing'), applying('nothing')] }),
    ),
    sequence(
      'the expressions of JSON patches',
      withMutation(patching('[]')),
      withMutation(patching('[JSONPatch{op: "add", path: "/a", value: 1}]')),
      withMutation(patching('JSONPatch{op: "add", path: "/a", value: 1}')),
      withMutation(patching('[{"op": "add"}]')),
      withMutation(patching('[JSONPatch{op: 1}]')),
      withMutation(patching('[JSONPatch{op: object.data.a}]')),
      withMutation(patching('true ? [JSONPatch{op: "add", path: "/a", value: {"a": [1]}}] : []')),
      withMutation(patching('["a"].map(x, JSONPatch{op: "add", path: "/" + jsonpatch.escapeKey(x), value: x})')),
      withMutation(
        patching(
          '[JSONPatch{op: "add", path: "/spec", value: Object.spec{a: 1}}] + [JSONPatch{op: "remove", path: "/x"}]',
        ),
      ),
      withMutation(patching('jsonpatch.escapeKey(1)')),
      withMutation(patching('[JSONPatch{?from: object.?a, op: "copy"}]')),
      withMutation(patching('variables.a == 1 ? [JSONPatch{}] : [JSONPatch{}]'), {
        variables: [{ name: 'a', expression: '1' }],
      }),
      withMutation(patching('[JSONPatch{op: "add"}].filter(p, p.op == "add")')),
      withMutation(patching('object.patches')),
    ),
    sequence(
      'the expressions of apply configurations',
      withMutation(applying('Object{}')),
      withMutation(applying('Object{spec: Object.spec{replicas: 1, template: Object.spec.template{}}}')),
      withMutation(applying('Object.spec{}')),
      withMutation(applying('Object')),
      withMutation(applying('{"a": 1}')),
      withMutation(applying('object')),
      withMutation(applying('Object{spec: Object.other{}}')),
      withMutation(applying('Objects{}')),
      withMutation(applying('true ? Object{} : Object{a: 1}')),
      withMutation(applying('Object{?a: object.?a}')),
      withMutation(applying('Object{?a: 1}')),
      withMutation(applying('Object{a: Object{}.b.c.d}')),
      withMutation(applying('Object{a: params.a}')),
      withMutation(applying('Object{a: params.a}'), { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }),
      withMutation(
        applying('Object{a: authorizer.requestResource.check("get").allowed(), b: namespaceObject.metadata.name}'),
      ),
      withMutation(applying(' Object{\n  a: nothing\n} ')),
    ),
    sequence(
      'the validation of a MutatingAdmissionPolicyBinding',
      bind({}),
      bind({ policyName: '' }),
      bind({ policyName: 'A/b' }),
      bind({ paramRef: {} }),
      bind({ matchResources: inOwnNamespace([ruleOf({ operations: ['DELETE', 'CREATE'] })]) }),
      bind({ matchResources: { matchPolicy: 'x' } }),
      post(`${bindings}?dryRun=All`, bindingOf('Mutating', '${NS}.static.k8s.io', { policyName: 'p' })),
    ),
  ],
};
