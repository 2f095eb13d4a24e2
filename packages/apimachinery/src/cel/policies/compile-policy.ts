import { isProgramError, makeProgram, type Program } from '../evaluate/program.ts';
import type { Environment } from '../declarations/declaration.ts';
import { printIssues } from '../issue.ts';
import { checkExpression } from '../rules/compile/compile-expression.ts';
import { type CelType, listOf, mapOf, type ObjectType, simpleType } from '../types/cel-type.ts';
import { partsOf, runtimeName } from '../types/type-parts.ts';
import { jsonPatchListType, objectType } from './patch-types.ts';
import { policyEnvironment, policyVariables } from './policy-environment.ts';

/** What an expression of a policy is for, which decides the types that it may have. */
export type PolicyPurpose = 'condition' | 'message' | 'annotation' | 'variable' | 'applyConfiguration' | 'jsonPatch';

/** What became of an expression. Without a program it has an error, in the words of kube-apiserver. */
export interface CompiledExpression {
  readonly text: string;
  readonly program: Program | undefined;
  readonly error: string | undefined;
  /** Whether the error is one of the server, not of the expression. */
  readonly isInternal?: true;
}

/** A variable of a policy. */
export interface NamedExpression {
  readonly name: string;
  readonly expression: string;
}

/** Compiles the expressions of one policy. */
export interface PolicyCompiler {
  /** Compiles an expression, which may use the variables that were added before. */
  compile(text: string, purpose: PolicyPurpose, hasAuthorizer?: boolean): CompiledExpression;
  /** Adds a variable. */
  addVariable(variable: NamedExpression): CompiledExpression;
  /** The variables, by name. */
  readonly variables: ReadonlyMap<string, CompiledExpression>;
}

const TEXT = simpleType('string');
const DYN = simpleType('dyn');

const types: Readonly<Record<PolicyPurpose, readonly CelType[] | 'any'>> = {
  condition: [simpleType('bool')],
  message: [TEXT],
  annotation: [TEXT, simpleType('null')],
  variable: 'any',
  applyConfiguration: [objectType],
  jsonPatch: [jsonPatchListType],
};

/** What the expressions of a policy may use. */
export interface PolicyCompilerOptions {
  readonly hasParams: boolean;
  /** Whether there is a `variables`, which kube-apiserver declares in some places only if a policy has variables. */
  readonly hasVariables: boolean;
}

/** Makes a compiler for one policy. */
export function createPolicyCompiler({ hasParams, hasVariables }: PolicyCompilerOptions): PolicyCompiler {
  const fields = new Map<string, CelType>();
  const compiled = new Map<string, CompiledExpression>();
  const variablesType: ObjectType | undefined = hasVariables
    ? { kind: 'object', name: 'kubernetes.variables', fields }
    : undefined;
  const environments = new Map<string, Environment>();
  const environmentFor = (hasAuthorizer: boolean, hasPatchTypes: boolean): Environment => {
    const key = `${hasAuthorizer} ${hasPatchTypes}`;
    let environment = environments.get(key);
    if (environment === undefined) {
      environment = policyEnvironment({ hasParams, hasAuthorizer, hasPatchTypes, variables: variablesType });
      environments.set(key, environment);
    }
    return environment;
  };
  const compile = (text: string, purpose: PolicyPurpose, hasAuthorizer: boolean): TypedExpression =>
    compileIn(
      environmentFor(hasAuthorizer, purpose === 'applyConfiguration' || purpose === 'jsonPatch'),
      text,
      purpose,
    );
  return {
    compile: (text, purpose, hasAuthorizer = true) => compile(text, purpose, hasAuthorizer),
    addVariable: ({ name, expression }) => {
      const variable = compile(expression, 'variable', true);
      fields.set(name, variable.type === undefined ? DYN : fieldType(variable.type));
      compiled.set(name, variable);
      return variable;
    },
    variables: compiled,
  };
}

/** A compiled expression with its type; undefined if it has none. */
export interface TypedExpression extends CompiledExpression {
  readonly type: CelType | undefined;
}

/** Compiles an expression in an environment. */
export function compileIn(environment: Environment, text: string, purpose: PolicyPurpose): TypedExpression {
  const failed = (error: string): TypedExpression => ({ text, program: undefined, error, type: undefined });
  const checked = checkExpression(text, environment);
  if (!('expr' in checked)) return failed(`compilation failed: ${printIssues(text, checked)}`);
  const type = checked.types.get(checked.expr.id) ?? simpleType('error');
  const wanted = types[purpose];
  const found = declaredName(type);
  if (wanted !== 'any' && !wanted.some((one) => declaredName(one) === found)) {
    const names = wanted.map(declaredName);
    const [only = ''] = names;
    return failed(`must evaluate to ${names.length === 1 ? only : `one of [${names.join(' ')}]`} but got ${found}`);
  }
  const program = makeProgram(checked, environment, policyVariables);
  if (isProgramError(program))
    return { ...failed(`program instantiation failed: ${program.message}`), isInternal: true };
  return { text, program, error: undefined, type };
}

const plainTypes: ReadonlySet<CelType['kind']> = new Set([
  'any',
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
]);

/** The type of a variable as a field of `variables`: objects and types of libraries become dynamic. */
export function fieldType(type: CelType): CelType {
  if (plainTypes.has(type.kind)) return type;
  if (type.kind === 'list') return listOf(fieldType(type.element));
  return type.kind === 'map' ? mapOf(fieldType(type.key), fieldType(type.value)) : DYN;
}

/** The name of a type with its parts, as messages about the results of expressions have it: `list(string)`. */
function declaredName(type: CelType): string {
  if (type.kind === 'wrapper') return `wrapper(${runtimeName(type)})`;
  const parts = partsOf(type);
  return parts.length === 0 ? runtimeName(type) : `${runtimeName(type)}(${parts.map(declaredName).join(', ')})`;
}
