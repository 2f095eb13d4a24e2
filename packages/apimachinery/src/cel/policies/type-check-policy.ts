import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import type { Environment } from '../declarations/declaration.ts';
import { printIssues } from '../issue.ts';
import { checkExpression } from '../rules/compile/compile-expression.ts';
import { declTypeOf } from '../schema-types/decl-type.ts';
import { type NamedTypes, nameTypes } from '../schema-types/named-type.ts';
import { type CelType, type ObjectType, simpleType } from '../types/cel-type.ts';
import { fieldType, type NamedExpression } from './compile-policy.ts';
import { policyEnvironment } from './policy-environment.ts';

/** A kind of objects that a policy is for, or that are its parameters. */
export interface CheckedKind {
  /** As warnings name it: `apps/v1, Kind=Deployment`. */
  readonly name: string;
  readonly kind: string;
  readonly schema: JsonSchemaProps;
}

/** The expressions of a validating policy whose types are checked. */
export interface TypeCheckedPolicy {
  readonly hasParams: boolean;
  readonly variables: readonly NamedExpression[];
  readonly validations: readonly { readonly expression: string; readonly messageExpression: string }[];
}

/** A warning for the status of a policy. */
export interface PolicyWarning {
  /** Where the expression is: `spec.validations[0].expression`. */
  readonly fieldRef: string;
  readonly warning: string;
}

/**
 * Checks the expressions of a validating policy with the types of the objects that it is for, in steps. `params`: the
 * kind of its parameters, if it is known.
 */
export function* typeCheckPolicy(
  { hasParams, variables, validations }: TypeCheckedPolicy,
  kinds: readonly CheckedKind[],
  params: CheckedKind | undefined,
): Generator<void, PolicyWarning[]> {
  const paramsTypes = params && typesOf(params);
  const environments: { readonly name: string; readonly environment: Environment }[] = [];
  for (const kind of kinds) {
    const types = typesOf(kind);
    if (types === undefined) continue;
    environments.push({ name: kind.name, environment: environmentFor(types, paramsTypes, hasParams, variables) });
    yield;
  }
  const warnings: PolicyWarning[] = [];
  for (const [index, { expression, messageExpression }] of validations.entries()) {
    for (const [field, text] of [
      ['expression', expression],
      ['messageExpression', messageExpression],
    ] as const) {
      if (field === 'messageExpression' && text === '') continue;
      const problems = environments.flatMap(({ name, environment }) => {
        const checked = checkExpression(text, environment);
        return 'expr' in checked ? [] : [`${name}: ${printIssues(text, checked)}\n`];
      });
      if (problems.length > 0)
        warnings.push({ fieldRef: `spec.validations[${index}].${field}`, warning: problems.join('\n') });
      yield;
    }
  }
  return warnings;
}

function environmentFor(
  types: NamedTypes,
  params: NamedTypes | undefined,
  hasParams: boolean,
  variables: readonly NamedExpression[],
): Environment {
  const fields = new Map<string, CelType>();
  const variablesType: ObjectType = { kind: 'object', name: 'kubernetes.variables', fields };
  const environment = policyEnvironment({
    hasAuthorizer: true,
    // The type checker of Kubernetes does not know it.
    hasRequestResource: false,
    hasParams,
    variables: variablesType,
    objectType: types.root,
    paramsType: params?.root,
    findType: (name) => types.findType(name) ?? params?.findType(name),
  });
  for (const { name, expression } of variables) {
    const checked = checkExpression(expression, environment);
    const type = 'expr' in checked ? checked.types.get(checked.expr.id) : undefined;
    fields.set(name, type === undefined ? simpleType('dyn') : fieldType(type));
  }
  return environment;
}

function typesOf({ kind, schema }: CheckedKind): NamedTypes | undefined {
  const type = declTypeOf(visibleSchema(schema, new Set()), true);
  // Kubernetes adds the time to the name, so that it is unlike that of any other type.
  return type && nameTypes(type, `${kind}0`);
}

/**
 * The schema as Kubernetes' type checker reads it: quantities have no type, and a schema inside of itself is an empty
 * object. `around`: the schemas around it.
 */
function visibleSchema(schema: JsonSchemaProps, around: Set<JsonSchemaProps>): JsonSchemaProps {
  if (schema.format === 'quantity') return {};
  if (around.has(schema)) return { type: 'object' };
  around.add(schema);
  const { properties, items, additionalProperties, ...rest } = schema;
  const inside = (child: JsonSchemaProps): JsonSchemaProps => visibleSchema(child, around);
  const visible: JsonSchemaProps = {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, inside(child)])),
    }),
    ...(items && { items: inside(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? inside(additionalProperties) : additionalProperties,
    }),
  };
  around.delete(schema);
  return visible;
}
