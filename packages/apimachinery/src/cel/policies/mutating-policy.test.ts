import { expect, test } from 'vitest';
import type { PolicyInput } from './evaluate-policy.ts';
import { compileMutatingPolicy, type MutationEffect, type PolicyMutation } from './mutating-policy.ts';

const input: PolicyInput = {
  object: { data: { a: '1' }, spec: { containers: [{ name: 'c', ports: [{ port: 1 }] }] } },
  oldObject: null,
  namespaceObject: null,
  request: { operation: 'CREATE' },
  params: null,
  resource: { group: '', resource: 'configmaps', subresource: '', namespace: 'default', name: 'a' },
  authorize: () => ({ isAllowed: true, reason: '' }),
};

function end<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function effectOf(type: PolicyMutation['type'], expression: string): MutationEffect | undefined {
  const variables = [{ name: 'name', expression: '"x/y~z"' }];
  const mutations = [{ type, expression }];
  const policy = end(compileMutatingPolicy({ hasParams: false, matchConditions: [], variables, mutations }));
  const [mutation] = policy.mutations;
  return mutation && end(mutation(input));
}

test.each([
  ['Object{}', {}],
  ['Object{data: {"b": object.data.a}}', { data: { b: '1' } }],
  ['Object{spec: Object.spec{n: 1, d: 1.5, b: true, u: 2u}}', { spec: { n: 1, d: 1.5, b: true, u: 2 } }],
  ['Object{data: Object.data{?b: object.data[?"b"], ?c: object.data[?"a"]}}', { data: { c: '1' } }],
  [
    'Object{spec: Object.spec{containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, ports: c.ports})}}',
    { spec: { containers: [{ name: 'c', ports: [{ port: 1 }] }] } },
  ],
  ['Object{data: object.data}', { data: { a: '1' } }],
])('%s is an apply configuration', (expression, configuration) => {
  expect(effectOf('ApplyConfiguration', expression)).toEqual({ type: 'ApplyConfiguration', configuration });
});

test.each([
  ['true ? [] : [JSONPatch{}]', []],
  ['[JSONPatch{op: "remove", path: "/a"}]', [{ op: 'remove', path: '/a' }]],
  ['[JSONPatch{op: "copy", from: "/b", path: "/a"}]', [{ op: 'copy', from: '/b', path: '/a' }]],
  [
    '[JSONPatch{op: "add", path: "/" + jsonpatch.escapeKey(variables.name), value: null}]',
    [{ op: 'add', path: '/x~1y~0z', value: null }],
  ],
  [
    '[JSONPatch{op: "add", path: "/a", value: {"a": [{"b": 1}], "d": [{"b": 2}]}}]',
    [{ op: 'add', path: '/a', value: { a: [{ b: 1 }], d: [{ b: 2 }] } }],
  ],
  [
    '[JSONPatch{op: "add", path: "/a", value: Object.spec{a: Object.spec.a{b: ["x"]}}}]',
    [{ op: 'add', path: '/a', value: { a: { b: ['x'] } } }],
  ],
  // As in protobuf's JSON.
  [
    '[dyn(9007199254740993), dyn(9007199254740991), dyn(1.5)].map(v, JSONPatch{op: "add", path: "/a", value: v})',
    ['9007199254740993', 9007199254740991, 1.5].map((value) => ({ op: 'add', path: '/a', value })),
  ],
  [
    '[JSONPatch{op: "add", path: "/a", value: duration("90s")}, JSONPatch{op: "add", path: "/a", value: b"ab"}]',
    ['90s', 'YWI='].map((value) => ({ op: 'add', path: '/a', value })),
  ],
])('%s is a JSON patch', (expression, operations) => {
  expect(effectOf('JSONPatch', expression)).toEqual({ type: 'JSONPatch', operations });
});

const unlike = (type: string, expected: string): string =>
  `type mismatch: unexpected type name "${type}", expected "${expected}", which matches field name path from root Object type`;

test.each<[PolicyMutation['type'], string, string]>([
  ['ApplyConfiguration', 'Object{spec: Object.other{}}', unlike('Object.other', 'Object.spec')],
  ['ApplyConfiguration', 'Object{spec: [Object.a{}]}', unlike('Object.a', 'Object.spec')],
  ['ApplyConfiguration', 'Object{spec: {"a": Object.a{}}}', unlike('Object.a', 'Object.spec')],
  ['JSONPatch', '[JSONPatch{op: "add", path: "/", value: Object.a{b: Object.b{}}}]', unlike('Object.b', 'Object.a.b')],
  ['ApplyConfiguration', 'Object{a: object.nothing}', 'no such key: nothing'],
  ['ApplyConfiguration', 'Object{?a: dyn(1)}', "cannot initialize optional entry 'a' from non-optional value 1"],
  ['ApplyConfiguration', 'Object.spec{}', 'must evaluate to Object but got Object.spec'],
  ['ApplyConfiguration', '{"a": 1}', 'must evaluate to Object but got map(string, int)'],
  ['JSONPatch', 'JSONPatch{}', 'must evaluate to list(JSONPatch) but got JSONPatch'],
  ['JSONPatch', '[JSONPatch{op: dyn(1)}]', "unexpected type int64 for JSONPatchType 'op' field"],
  ['JSONPatch', '[JSONPatch{op: 1}]', "expected type of field 'op' is 'string' but provided type is 'int'"],
  ['JSONPatch', 'nothing', 'compilation failed: ERROR: <input>:1:1: undeclared reference'],
])('%s %s is an error', (type, expression, why) => {
  const effect = effectOf(type, expression);
  expect(effect?.type === 'error' ? effect.error : effect).toContain(why);
});
