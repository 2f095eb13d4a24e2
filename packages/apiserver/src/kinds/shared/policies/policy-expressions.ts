import type { CompiledExpression, PolicyCompiler, PolicyPurpose } from '@kb/apimachinery/cel';
import { type FieldError, fieldInternal, fieldInvalid } from '@kb/apimachinery';
import { celModule } from '../../../cel-module.ts';
import { trimSpace } from '@kb/apimachinery/server';
import { type ApiObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import type { JsonObject } from '@kb/apimachinery';

/** The errors of expressions that do not compile, by their places: `spec.validations[0].expression`. */
export type ExpressionErrors = ReadonlyMap<string, FieldError>;

const known = new WeakMap<ApiObject, ExpressionErrors>();

/** The errors of the expressions of a policy, which {@link compileExpressions} may have found before. */
export function expressionErrorsOf(policy: ApiObject): ExpressionErrors {
  const before = known.get(policy);
  if (before !== undefined) return before;
  const steps = compileExpressions(policy);
  while (steps.next().done === false);
  return known.get(policy) ?? new Map();
}

/** Compiles the expressions of a policy in steps, before it is validated. */
export function* compileExpressions(policy: ApiObject): Generator<void, void> {
  const errors = new Map<string, FieldError>();
  for (const { path, given, compile } of expressionsOf(policy)) {
    const { error, isInternal } = compile();
    if (error !== undefined)
      errors.set(path, isInternal ? fieldInternal(path, error) : fieldInvalid(path, given, error));
    yield;
  }
  known.set(policy, errors);
}

interface PlacedExpression {
  readonly path: string;
  /** The text that an error shows. */
  readonly given: string;
  readonly compile: () => CompiledExpression;
}

/** The expressions of a policy in the order in which they are compiled, without those that are blank. */
function expressionsOf({ kind, spec = {} }: ApiObject): PlacedExpression[] {
  const { createPolicyCompiler } = celModule();
  const hasParams = (own(spec, 'paramKind') ?? null) !== null;
  const variables = objectsIn(spec.variables);
  const isMutating = kind === 'MutatingAdmissionPolicy';
  const compiler = createPolicyCompiler({ hasParams, hasVariables: isMutating || variables.length > 0 });
  // Conditions are validated without the variables, which they may not use.
  const forConditions = createPolicyCompiler({ hasParams, hasVariables: false });
  const placed = [
    ...objectsIn(spec.matchConditions).map(({ expression }, index) =>
      trimmed(forConditions, expression, `spec.matchConditions[${index}].expression`, 'condition'),
    ),
    ...variables.map((variable, index) => ofVariable(compiler, variable, index)),
    ...(isMutating ? ofMutations(compiler, spec) : ofValidations(compiler, spec)),
  ];
  return placed.filter(({ given }) => trimSpace(given) !== '');
}

function ofVariable(compiler: PolicyCompiler, { name, expression }: JsonObject, index: number): PlacedExpression {
  const given = stringOf(expression);
  return {
    path: `spec.variables[${index}].expression`,
    given,
    compile: () => compiler.addVariable({ name: stringOf(name), expression: given }),
  };
}

function ofValidations(compiler: PolicyCompiler, spec: JsonObject): PlacedExpression[] {
  return [
    ...objectsIn(spec.validations).flatMap(({ expression, messageExpression }, index) => {
      const path = `spec.validations[${index}]`;
      const [condition, message] = [stringOf(expression), stringOf(messageExpression)];
      return [
        { path: `${path}.expression`, given: condition, compile: () => compiler.compile(condition, 'condition') },
        {
          path: `${path}.messageExpression`,
          given: message,
          compile: () => compiler.compile(message, 'message', false),
        },
      ];
    }),
    ...objectsIn(spec.auditAnnotations).map(({ valueExpression }, index) => ({
      ...trimmed(compiler, valueExpression, `spec.auditAnnotations[${index}].valueExpression`, 'annotation'),
      given: stringOf(valueExpression),
    })),
  ];
}

function ofMutations(compiler: PolicyCompiler, spec: JsonObject): PlacedExpression[] {
  return objectsIn(spec.mutations).flatMap(({ patchType, jsonPatch, applyConfiguration }, index) => {
    const path = `spec.mutations[${index}]`;
    if (patchType === 'JSONPatch')
      return [trimmed(compiler, own(jsonPatch, 'expression'), `${path}.jsonPatch.expression`, 'jsonPatch')];
    if (patchType !== 'ApplyConfiguration') return [];
    const expression = own(applyConfiguration, 'expression');
    return [trimmed(compiler, expression, `${path}.applyConfiguration.expression`, 'applyConfiguration')];
  });
}

function trimmed(
  compiler: PolicyCompiler,
  expression: unknown,
  path: string,
  purpose: PolicyPurpose,
): PlacedExpression {
  const given = trimSpace(stringOf(expression));
  return { path, given, compile: () => compiler.compile(given, purpose) };
}
