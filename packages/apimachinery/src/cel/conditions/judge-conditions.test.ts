import { expect, test } from 'vitest';
import type { Authorize } from '../library/kubernetes/authorizer.ts';
import type { ConditionsVerdict } from '../policies/match-conditions.ts';
import { type ConditionInput, conditionsJudge } from './judge-conditions.ts';

const input: ConditionInput = {
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' }, data: { a: '1' } },
  oldObject: null,
  request: {
    uid: '',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
    requestResource: { group: '', version: 'v1', resource: 'configmaps' },
    name: 'a',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:masters'] },
    object: null,
    oldObject: null,
    dryRun: false,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
  },
  resource: { group: '', resource: 'configmaps', subresource: '', namespace: 'default', name: 'a' },
  authorize: () => ({ isAllowed: true, reason: '' }),
};

const verdict = (expressions: readonly string[], more: Partial<ConditionInput> = {}): ConditionsVerdict =>
  conditionsJudge(expressions)({ ...input, ...more });

test.each([
  'object.data.a == "1" && oldObject == null',
  'namespaceObject == null',
  'request.operation == "CREATE" && request.dryRun == false && request.options.kind == "CreateOptions"',
  'request.userInfo.groups.exists(g, g == "system:masters")',
  '!has(request.subResource) && !has(request.requestSubResource) && !has(request.userInfo.extra)',
  'request.?subResource.orValue("none") == "none"',
])('%s is true', (expression) => {
  expect(verdict([expression])).toEqual({ matches: true });
});

test('a webhook without conditions matches', () => {
  expect(verdict([])).toEqual({ matches: true });
});

test.each([
  ['request.subResource == ""', 'no such key: subResource'],
  ['request.userInfo.uid == ""', 'no such key: uid'],
  ['namespaceObject.metadata.name == "default"', 'no such key: metadata'],
  ['object.data.b == "1"', 'no such key: b'],
  ['object.data.a > 1', 'no such overload'],
])('%s is not known', (expression, why) => {
  expect(verdict([expression])).toEqual({ error: `expression '${expression}' resulted in error: ${why}` });
});

test('a condition that is false decides, before or after one that fails', () => {
  const fails = 'object.data.b == "1"';
  expect(verdict([fails, 'false'])).toEqual({ matches: false });
  expect(verdict(['false', fails])).toEqual({ matches: false });
});

test('the verdict has all errors, each once', () => {
  const errorOf = (expression: string): string => `expression '${expression}' resulted in error: no such key: b`;
  const [one, other] = ['object.data.b == "1"', 'object.data.b == "2"'];
  expect(verdict([one, other, one])).toEqual({ error: `[${errorOf(one)}, ${errorOf(other)}]` });
});

test.each([
  ['object.', 'compilation failed: ERROR: <input>:1:8: Syntax error: '],
  ['variables.a', "compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables'"],
  ['request.object == null', "compilation failed: ERROR: <input>:1:8: undefined field 'object'"],
  ['"yes"', 'must evaluate to bool but got string'],
  ['object', 'must evaluate to bool but got dyn'],
])('%s cannot be a condition', (expression, why) => {
  const { error } = verdict([expression]);
  expect(error).toContain(`compilation error: ${why}`);
  expect(verdict(['false', expression])).toEqual({ matches: false });
});

test('the authorizer is asked what the condition says, for the user or a service account', () => {
  const asked: unknown[] = [];
  const authorize: Authorize = (question) => {
    asked.push(question);
    return { isAllowed: false, reason: 'no', error: 'broken' };
  };
  const pods = "authorizer.group('').resource('pods').subresource('log').namespace('n').name('p')";
  const expressions = [
    "!authorizer.requestResource.check('create').allowed()",
    `${pods}.check('get').reason() == 'no'`,
    "authorizer.serviceAccount('n', 'robot').path('/healthz').check('get').errored()",
    "authorizer.path('/x').check('get').error() == 'broken'",
  ];
  expect(verdict(expressions, { authorize })).toEqual({ matches: true });
  const serviceAccount = undefined;
  const selectors = { fieldSelector: '', labelSelector: '' };
  const pod = { group: '', resource: 'pods', subresource: 'log', namespace: 'n', name: 'p' };
  expect(asked).toEqual([
    { verb: 'create', serviceAccount, ...input.resource, ...selectors },
    { verb: 'get', serviceAccount, ...pod, ...selectors },
    { verb: 'get', serviceAccount: { namespace: 'n', name: 'robot' }, path: '/healthz' },
    { verb: 'get', serviceAccount, path: '/x' },
  ]);
});

test.each([
  ["authorizer.path(' ')", 'path must not be empty'],
  ["authorizer.group('').resource('')", 'resource must not be empty'],
  ["authorizer.serviceAccount('default', 'A').path('/x')", 'Invalid service account name'],
  ["authorizer.serviceAccount('a.b', 'a').path('/x')", 'Invalid service account namespace'],
])('%s cannot be asked', (about, why) => {
  expect(verdict([`${about}.check('get').allowed()`]).error).toContain(why);
});

const check = "authorizer.path('/a').check('get').allowed()";

test('one condition asks the authorizer twice at most', () => {
  expect(verdict([`${check} && ${check}`])).toEqual({ matches: true });
  expect(verdict([`${check} && ${check} && ${check}`]).error).toContain(
    'operation cancelled: actual cost limit exceeded',
  );
});

test('all conditions of a webhook ask the authorizer seven times at most', () => {
  const distinct = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${check} || ${index} == 0`);
  expect(verdict(distinct(7))).toEqual({ matches: true });
  expect(verdict([...distinct(8), 'false'])).toEqual({
    error: 'validation failed due to running out of cost budget, no further validation rules will be run',
  });
});
