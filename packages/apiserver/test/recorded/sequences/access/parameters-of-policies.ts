import type { Area, RequestStep, Sequence } from '../../sequence.ts';
import { get, mergePatch, post, sequence } from '../../steps.ts';
import { bindingOf, bindingsPath, policiesPath, policyOf, type PolicyType } from '../validating-policies/policies.ts';
import { allowEverywhere, allowHere, as, rule, withRbac } from './access.ts';

const merge = (name: string): { readonly headers: Record<string, string> } => ({
  headers: { ...as(name).headers, 'content-type': 'application/merge-patch+json' },
});

const effectOf = (type: PolicyType): object =>
  type === 'Validating'
    ? { validations: [{ expression: 'true' }] }
    : { mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{op: "test", path: "/kind"}]' } }] };

/** Lets a user write policies and bindings, and do more; returns once this has an effect. */
const writer = (type: PolicyType, name: string, ...rules: readonly object[]): RequestStep[] => [
  ...allowEverywhere(
    name,
    rule(
      'get,create,update,patch',
      'admissionregistration.k8s.io',
      `${type.toLowerCase()}admissionpolicies,${type.toLowerCase()}admissionpolicybindings`,
    ),
    ...rules,
  ),
  get(`${policiesPath(type)}/none`, { ...as(name), quiet: true, until: 404 }),
];

const configMaps = { apiVersion: 'v1', kind: 'ConfigMap' };
const unserved = { apiVersion: 'example.com/v1', kind: 'Unserved' };

const kindsOfParameters = (type: PolicyType): Sequence => {
  const path = policiesPath(type);
  const policy = (name: string, paramKind: object | undefined, more: object = {}): object =>
    policyOf(type, `\${NS}-${name}`, { ...effectOf(type), ...(paramKind && { paramKind }), ...more });
  const labels = { metadata: { labels: { a: 'b' } } };
  return sequence(
    `kinds of parameters of ${type.toLowerCase()} policies`,
    ...writer(type, 'cat', rule('get', '', 'configmaps', { resourceNames: ['a'] })),
    ...allowHere('cat', rule('get', '', 'configmaps')),
    ...writer(type, 'dan', rule('get', 'example.com', '*')),
    ...writer(type, 'eve', rule('get', '', 'configmaps', { resourceNames: ['*'] })),
    ...writer(type, 'ann'),
    ...writer(type, 'bob', rule('get', '', 'configmaps')),
    post(path, policy('free', undefined), as('ann')),
    post(path, policy('a', configMaps), as('ann')),
    post(path, policy('a', unserved), as('ann')),
    post(path, policy('a', { apiVersion: 'autoscaling/v1', kind: 'Scale' }), as('ann')),
    post(path, policy('a', configMaps, { failurePolicy: 'Odd' }), as('ann')),
    post(
      path,
      policy('a', configMaps),
      as('ann', {
        'impersonate-uid': 'u 1',
        'impersonate-group': 'g',
        'impersonate-extra-scopes': 'x y',
        'impersonate-extra-a': 'z',
      }),
    ),
    post(`${path}?dryRun=All`, policy('a', configMaps), as('ann')),
    post(path, policy('c', configMaps), as('cat')),
    post(path, policy('d', unserved), as('dan')),
    post(path, policy('d', configMaps), as('dan')),
    post(path, policy('e', configMaps), as('eve')),
    post(path, policy('b', configMaps), as('bob')),
    mergePatch(`${path}/\${NS}-b`, { spec: { paramKind: { kind: 'Secret' } } }, merge('bob')),
    mergePatch(`${path}/\${NS}-b`, labels, merge('ann')),
    mergePatch(`${path}/\${NS}-free`, { spec: { paramKind: configMaps } }, merge('ann')),
    mergePatch(`${path}/\${NS}-b`, { spec: { paramKind: null } }, merge('ann')),
  );
};

const referencesToParameters = (type: PolicyType): Sequence => {
  const path = bindingsPath(type);
  const policy = (name: string, paramKind?: object): RequestStep =>
    post(policiesPath(type), policyOf(type, `\${NS}-${name}`, { ...effectOf(type), ...(paramKind && { paramKind }) }), {
      quiet: true,
    });
  const binding = (name: string, ref: object, policyName = 'maps'): object =>
    bindingOf(type, `\${NS}-${name}`, {
      policyName: `\${NS}-${policyName}`,
      paramRef: { parameterNotFoundAction: 'Allow', ...ref },
    });
  const here = { name: 'p', namespace: '${NS}' };
  return sequence(
    `references to parameters in bindings of ${type.toLowerCase()} policies`,
    policy('maps', configMaps),
    policy('none'),
    policy('odd', unserved),
    ...allowHere('bob', rule('get', '', 'configmaps', { resourceNames: ['p'] }), rule('list', '', 'configmaps')),
    ...writer(type, 'dan', rule('get,list', '*', '*')),
    ...writer(type, 'eve', rule('get', '', 'configmaps')),
    ...writer(type, 'ann'),
    ...writer(type, 'bob'),
    post(path, bindingOf(type, '${NS}-free', { policyName: '${NS}-maps' }), as('ann')),
    post(path, binding('a', here), as('ann')),
    post(path, binding('a', { name: 'p' }), as('ann')),
    post(path, binding('a', { selector: {}, namespace: '${NS}' }), as('ann')),
    post(path, binding('a', here, 'none'), as('ann')),
    post(path, binding('a', here, 'odd'), as('ann')),
    post(path, binding('a', { selector: {} }, 'missing'), as('ann')),
    post(path, binding('a', { ...here, selector: {} }), as('ann')),
    post(path, binding('b', here), as('bob')),
    post(path, binding('b2', { selector: {}, namespace: '${NS}' }), as('bob')),
    post(path, binding('b3', { selector: {} }), as('bob')),
    post(path, binding('b3', { ...here, name: 'q' }), as('bob')),
    post(path, binding('b3', here, 'none'), as('bob')),
    post(path, binding('d', here, 'missing'), as('dan')),
    post(path, binding('d2', here, 'none'), as('dan')),
    post(path, binding('e', { name: 'p' }), as('eve')),
    post(path, binding('e2', { selector: {} }), as('eve')),
    mergePatch(`${path}/\${NS}-b`, { metadata: { labels: { a: 'b' } } }, merge('ann')),
    mergePatch(`${path}/\${NS}-b`, { metadata: { labels: { a: 'b' } } }, merge('bob')),
    mergePatch(`${path}/\${NS}-b`, { spec: { paramRef: null } }, merge('ann')),
    mergePatch(
      `${path}/\${NS}-free`,
      { spec: { paramRef: { parameterNotFoundAction: 'Allow', ...here } } },
      merge('ann'),
    ),
  );
};

/** Who may write policies with parameters. */
export const parametersOfPolicies: Area = {
  name: 'access to parameters of policies',
  server: withRbac,
  sequences: (['Validating', 'Mutating'] as const).flatMap((type) => [
    kindsOfParameters(type),
    referencesToParameters(type),
  ]),
};
