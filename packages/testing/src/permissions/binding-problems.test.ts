import { expect, test } from 'vitest';
import { bindingProblems } from './binding-problems.ts';
import { createPermissionRecorder } from './permission-recorder.ts';

const account = { namespace: 'ns', name: 'robot' };
const robot = { kind: 'ServiceAccount', namespace: 'ns', name: 'robot' };
const role = { kind: 'ClusterRole', metadata: { name: 'manager' } };
const localRole = { kind: 'Role', metadata: { namespace: 'ns', name: 'local' } };
const binding = (roleRef: object, subjects: object[] = [robot], kind = 'ClusterRoleBinding') => ({
  kind,
  metadata: { name: 'b', ...(kind === 'RoleBinding' && { namespace: 'ns' }) },
  roleRef: { ...roleRef },
  subjects: subjects.map((subject) => ({ ...subject })),
});
const problemsOf = (...bindings: ReturnType<typeof binding>[]): string[] =>
  bindingProblems({ account, objects: [role, localRole, ...bindings] });
const manager = { kind: 'ClusterRole', name: 'manager' };

test('a binding of the role to the account has no problem', () => {
  expect(problemsOf(binding(manager))).toEqual([]);
});

test.each([
  [[], ['no binding has the ServiceAccount ns/robot as its subject']],
  [
    [binding(manager, [{ ...robot, namespace: 'other' }])],
    [
      'no binding has the ServiceAccount ns/robot as its subject',
      'ClusterRoleBinding b has ServiceAccount other/robot',
    ],
  ],
  [
    [binding(manager, [])],
    ['no binding has the ServiceAccount ns/robot as its subject', 'ClusterRoleBinding b has no subject'],
  ],
  [
    [binding({ kind: 'ClusterRole', name: 'other' })],
    ['ClusterRoleBinding b names the ClusterRole other, which is not among the manifests'],
  ],
  [
    [binding({ kind: 'Role', name: 'manager' }, [robot], 'RoleBinding')],
    ['RoleBinding b names the Role ns/manager, which is not among the manifests'],
  ],
  [
    [binding({ kind: 'Role', name: 'local' }, [robot], 'RoleBinding')],
    ['RoleBinding b allows requests in the namespace ns only'],
  ],
  [[binding(manager, [robot], 'RoleBinding')], ['RoleBinding b allows requests in the namespace ns only']],
])('%#: says what is wrong', (bindings, expected) => {
  expect(problemsOf(...bindings)).toEqual(expected);
});

test('a refusal of what the markers allow already is explained by the binding, without a marker', () => {
  const recorder = createPermissionRecorder({
    rbac: {
      folder: '',
      account,
      objects: [role, binding({ kind: 'ClusterRole', name: 'other' })],
      generatedRules: [{ verbs: ['get'], apiGroups: [''], resources: ['secrets'] }],
      clusterRules: [],
    },
  });
  recorder.audit.onEvent({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: 'Request',
    auditID: '',
    stage: 'ResponseComplete',
    requestURI: '/api/v1/namespaces/ns/secrets/a',
    verb: 'get',
    user: {},
    sourceIPs: [],
    objectRef: { resource: 'secrets', namespace: 'ns', name: 'a', apiVersion: 'v1' },
    requestReceivedTimestamp: '',
    stageTimestamp: '',
    annotations: { 'authorization.k8s.io/decision': 'forbid' },
  });
  const problem = recorder.problem();
  expect(problem?.markers).toEqual([]);
  expect(problem?.message).toBe(`the role of the operator (ns/robot) does not allow:
  get secrets "a" in ns
The markers allow this already, but the role does not apply:
  ClusterRoleBinding b names the ClusterRole other, which is not among the manifests`);
});
