import { expect, test } from 'vitest';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { type CheckedKind, type PolicyWarning, type TypeCheckedPolicy, typeCheckPolicy } from './type-check-policy.ts';

const text: JsonSchemaProps = { type: 'string' };
const integer: JsonSchemaProps = { type: 'integer' };
const object = (properties: Record<string, JsonSchemaProps>): JsonSchemaProps => ({ type: 'object', properties });
const deployment: CheckedKind = {
  name: 'apps/v1, Kind=Deployment',
  kind: 'Deployment',
  schema: object({
    spec: object({
      replicas: integer,
      name: text,
      limits: { type: 'object', additionalProperties: { 'x-kubernetes-int-or-string': true, format: 'quantity' } },
      port: { 'x-kubernetes-int-or-string': true, format: 'int-or-string' },
    }),
  }),
};
const pod: CheckedKind = { name: '/v1, Kind=Pod', kind: 'Pod', schema: object({ spec: object({ nodeName: text }) }) };
const limit: CheckedKind = { name: '/v1, Kind=Limit', kind: 'Limit', schema: object({ max: integer }) };
const endless: JsonSchemaProps = object({});
endless.properties = { self: endless };

function check(
  policy: Partial<TypeCheckedPolicy> | string,
  kinds: readonly CheckedKind[] = [deployment],
  params?: CheckedKind,
): PolicyWarning[] {
  const given = typeof policy === 'string' ? { validations: [{ expression: policy, messageExpression: '' }] } : policy;
  const spec = { hasParams: params !== undefined, variables: [], validations: [], ...given };
  const steps = typeCheckPolicy(spec, kinds, params);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

test.each([
  'object.spec.replicas <= 5 && oldObject.spec.replicas > 1',
  'object.spec.port == 80 || object.spec.port == "http"',
  'object.metadata.name == request.name && namespaceObject.metadata.name == "x"',
  'authorizer.path("/x").check("get").allowed()',
  '1',
])('%s has the right types', (expression) => {
  expect(check(expression)).toEqual([]);
});

test('a warning has the mistakes for each kind', () => {
  expect(check('object.spec.replica <= 5', [deployment, pod])).toEqual([
    {
      fieldRef: 'spec.validations[0].expression',
      warning:
        "apps/v1, Kind=Deployment: ERROR: <input>:1:12: undefined field 'replica'\n | object.spec.replica <= 5\n | ...........^\n" +
        "\n/v1, Kind=Pod: ERROR: <input>:1:12: undefined field 'replica'\n | object.spec.replica <= 5\n | ...........^\n",
    },
  ]);
});

test.each([
  ['object.spec.replicas == "5"', "found no matching overload for '_==_' applied to '(int, string)'"],
  ['object.spec.limits["cpu"] == "1"', "undefined field 'limits'"],
  ['authorizer.requestResource.check("get").allowed()', 'unexpected failed resolution of'],
  ['object.spec ==', 'Syntax error'],
])('%s is warned of', (expression, why) => {
  expect(check(expression)[0]?.warning).toContain(why);
});

test('variables and parameters have types, and those of an unknown kind any', () => {
  const variables = [
    { name: 'replicas', expression: 'object.spec.replicas' },
    { name: 'bad', expression: 'object.spec.nothing' },
  ];
  const validations = [
    'variables.replicas <= params.max',
    'variables.replicas == "x"',
    'variables.bad == "x"',
    'params.min == 1',
  ].map((expression) => ({ expression, messageExpression: '' }));
  expect(check({ variables, validations }, [deployment], limit).map(({ fieldRef }) => fieldRef)).toEqual([
    'spec.validations[1].expression',
    'spec.validations[3].expression',
  ]);
  expect(check({ hasParams: true, validations: [{ expression: 'params.min == 1', messageExpression: '' }] })).toEqual(
    [],
  );
});

test('expressions for messages are checked', () => {
  const validations = [{ expression: 'true', messageExpression: 'object.spec.names + "x"' }];
  expect(check({ validations }).map(({ fieldRef }) => fieldRef)).toEqual(['spec.validations[0].messageExpression']);
});

test('a schema inside of itself is an empty object', () => {
  const kinds = [{ name: 'x', kind: 'X', schema: endless }];
  expect(check('object.self.name == ""', kinds)[0]?.warning).toContain("undefined field 'name'");
  expect(check('has(object.self)', kinds)).toEqual([]);
  expect(check('object.nothing == 1', [])).toEqual([]);
});
