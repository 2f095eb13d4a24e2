import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { ApiObject } from '../objects/api-object.ts';
import { Registry } from '../resources/registry.ts';
import { Store } from '../storage/store.ts';
import { builtInResources } from '../kinds/built-in-resources.ts';
import { boundPoliciesIn } from './bound-policies.ts';

const plural = { policies: 'policies', bindings: 'policybindings' };
const idOf = (what: keyof typeof plural): string => `admissionregistration.k8s.io/${plural[what]}`;

const policy = (name: string, resources: readonly string[], rest: object = {}): ApiObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: [...resources] }],
    },
    ...rest,
  },
});
const binding = (name: string, policyName: string): ApiObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec: { policyName },
});

test('a change prepares what changed, and a request gets only the policies for its resource', () => {
  const store = new Store({ historySize: 100, now: () => createVirtualClock().now() });
  const registry = new Registry(builtInResources());
  const prepared: unknown[] = [];
  const policies = boundPoliciesIn({ store, registry }, plural, (spec) => prepared.push(spec));
  const namesFor = (name: string): string[] => {
    const resource = registry.find('', 'v1', name);
    if (!resource) throw new Error(`no resource ${name}`);
    return policies.forResource(resource).map((one) => one.name);
  };
  expect(policies.isEmpty()).toBe(true);
  const count = 1000;
  for (let index = 0; index < count; index += 1) {
    store.create(idOf('policies'), policy(`p${index}`, ['pods/*']));
    store.create(idOf('bindings'), binding(`b${index}`, `p${index}`));
  }
  store.create(idOf('policies'), policy('z', ['configmaps']));
  store.create(idOf('policies'), policy('a', ['*']));
  store.create(idOf('policies'), policy('unbound', ['*']));
  store.create(idOf('bindings'), binding('z', 'z'));
  store.create(idOf('bindings'), binding('a', 'a'));
  expect(namesFor('configmaps')).toEqual(['a', 'z']);
  expect(namesFor('pods')).toHaveLength(count + 1);
  expect(prepared).toHaveLength(count + 2);

  const stored = store.collection(idOf('policies')).get('', 'z');
  if (!stored) throw new Error('z is not stored');
  store.update(idOf('policies'), stored, policy('z', ['secrets']));
  expect(namesFor('configmaps')).toEqual(['a']);
  expect(namesFor('secrets')).toEqual(['a', 'z']);
  expect(prepared).toHaveLength(count + 3);

  const bound = store.collection(idOf('bindings')).get('', 'a');
  if (!bound) throw new Error('a is not bound');
  store.update(idOf('bindings'), bound, binding('a', 'unbound'));
  expect(namesFor('configmaps')).toEqual(['unbound']);
  expect(prepared).toHaveLength(count + 4);
});
