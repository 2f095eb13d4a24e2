import { expect, test } from 'vitest';
import type { AuthorizationQuestion } from '../library/kubernetes/authorizer.ts';
import type { PolicyInput } from './evaluate-policy.ts';
import {
  compileValidatingPolicy,
  type PolicyValidation,
  type PolicyVerdict,
  type ValidatingPolicySpec,
} from './validating-policy.ts';

const input: PolicyInput = {
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '1' } },
  oldObject: null,
  namespaceObject: { metadata: { name: 'default', labels: { env: 'test' } }, spec: {}, status: { phase: 'Active' } },
  request: { operation: 'CREATE', name: 'a', userInfo: { username: 'admin' } },
  params: { data: { limit: '2' } },
  resource: { group: '', resource: 'configmaps', subresource: '', namespace: 'default', name: 'a' },
  authorize: () => ({ isAllowed: true, reason: '' }),
};

const check = (expression: string, more: Partial<PolicyValidation> = {}): PolicyValidation => ({
  expression,
  message: '',
  messageExpression: '',
  reason: '',
  ...more,
});

function end<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function judge(spec: Partial<ValidatingPolicySpec>, more: Partial<PolicyInput> = {}): PolicyVerdict | undefined {
  const policy = end(
    compileValidatingPolicy({
      hasParams: true,
      variables: [],
      matchConditions: [],
      validations: [],
      auditAnnotations: [],
      ...spec,
    }),
  );
  const given = { ...input, ...more };
  return end(policy.judge(given, { ...given, namespaceObject: null }));
}

const messages = (spec: Partial<ValidatingPolicySpec>): string[] | undefined =>
  judge(spec)?.findings.map(({ message }) => message);

test('a policy finds what is false, with its message', () => {
  const validations = [
    check('object.data.a == "1"', { message: 'right' }),
    check('object.data.a == "2"', { message: ' wrong ', reason: 'Forbidden' }),
    check(' false '),
    check('false', { messageExpression: '"limit " + params.data.limit', message: 'other' }),
    check('false', { messageExpression: 'params.data.nothing', message: 'other' }),
  ];
  expect(judge({ validations })?.findings).toEqual([
    { index: 1, message: 'wrong', reason: 'Forbidden', isError: false },
    { index: 2, message: 'failed expression: false', reason: 'Invalid', isError: false },
    { index: 3, message: 'limit 2', reason: 'Invalid', isError: false },
    { index: 4, message: 'other', reason: 'Invalid', isError: false },
  ]);
});

test('a variable is evaluated once, when it is first used', () => {
  const asked: AuthorizationQuestion[] = [];
  const authorize: PolicyInput['authorize'] = (question) => {
    asked.push(question);
    return { isAllowed: false, reason: '' };
  };
  const variables = [
    { name: 'may', expression: "authorizer.path('/x').check('get').allowed()" },
    { name: 'never', expression: "authorizer.path('/y').check('get').allowed()" },
  ];
  const validations = [check('true'), check('!variables.may'), check('variables.may || !variables.may')];
  expect(judge({ variables, validations }, { authorize })?.findings).toEqual([]);
  expect(asked).toEqual([{ verb: 'get', serviceAccount: undefined, path: '/x' }]);
});

test('the error of a variable is that of each expression with it', () => {
  const variables = [
    { name: 'a', expression: 'object.data.nothing' },
    { name: 'bad', expression: 'nothing' },
  ];
  const validations = [check('variables.a == "1"'), check('true || variables.a == "1"'), check('variables.bad == 1')];
  expect(messages({ variables, validations })).toEqual([
    `expression 'variables.a == "1"' resulted in error: composited variable "a" fails to evaluate: no such key: nothing`,
    expect.stringContaining(`composited variable "bad" fails to compile: compilation failed: ERROR: <input>:1:1:`),
  ]);
});

const expensive = (levels: number): string =>
  Array.from({ length: levels }).reduceRight<string>(
    (inner, _, index) => `[1,2,3,4,5,6,7,8,9,10].all(v${index}, ${inner})`,
    'true',
  );

test('an expression that costs too much is an error, and all together end the policy', () => {
  const cancelled = expect.stringContaining('resulted in error: operation cancelled: actual cost limit exceeded');
  expect(messages({ validations: [check(expensive(6)), check('true')] })).toEqual([cancelled]);
  const many = Array.from({ length: 40 }, (_, index) => check(`${expensive(5)} || ${index} == 0`));
  expect(messages({ validations: many })).toEqual([
    'validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});

test('messages get what validations have left of the budget', () => {
  const costly = (index: number): PolicyValidation =>
    check(`${expensive(5)} && ${index} < 0`, { messageExpression: `${expensive(5)} ? "a" : "b${index}"` });
  const found = messages({ validations: Array.from({ length: 20 }, (_, index) => costly(index)) });
  expect(new Set(found)).toEqual(
    new Set([
      'failed messageExpression: validation failed due to running out of cost budget, no further validation rules will be run',
    ]),
  );
});

test('conditions decide whether a policy judges at all, and do not know the namespace', () => {
  const validations = [check('false', { message: 'judged' })];
  expect(messages({ matchConditions: ['namespaceObject == null'], validations })).toEqual(['judged']);
  expect(messages({ matchConditions: ['true', 'object.data.a == "2"'], validations })).toBeUndefined();
  expect(messages({ matchConditions: ['object.data.nothing == "2"', 'false'], validations })).toBeUndefined();
  expect(messages({ matchConditions: ['object.data.nothing == "2"', 'true'], validations })).toEqual([
    `expression 'object.data.nothing == "2"' resulted in error: no such key: nothing`,
  ]);
});

test('audit annotations are texts, null gives none, and they cannot ask the authorizer', () => {
  const auditAnnotations = [
    { key: 'a', valueExpression: '" value " + object.data.a' },
    { key: 'b', valueExpression: 'null' },
    { key: 'c', valueExpression: '""' },
    { key: 'd', valueExpression: "authorizer.path('/x').check('get').reason()" },
  ];
  expect(judge({ auditAnnotations })?.annotations).toEqual([
    { key: 'a', value: 'value 1' },
    { key: 'd', error: expect.stringContaining('no such attribute(s): authorizer') },
  ]);
});
