import { ruleFieldPath } from '../../../schema/structural/rule-field-path.ts';
import type { JsonSchemaProps, ValidationRule } from '../../../schema/json-schema-props.ts';
import { trimSpace } from '../../../text/trim-space.ts';
import { childrenOf } from '../../ast/children.ts';
import type { Expr } from '../../ast/expr.ts';
import { declaredSizes } from '../../cost/declared-sizes.ts';
import { estimateCost } from '../../cost/estimate-cost.ts';
import type { Environment } from '../../declarations/declaration.ts';
import { kubernetesFunctions } from '../../declarations/kubernetes-functions.ts';
import type { Program } from '../../evaluate/program.ts';
import type { DeclType } from '../../schema-types/decl-type.ts';
import { nameTypes } from '../../schema-types/named-type.ts';
import { type CelType, optionalOf } from '../../types/cel-type.ts';
import { type Compiled, compileExpression, forMessage, forRule } from './compile-expression.ts';
import { lazily } from '../../../schema/lazily.ts';

/**
 * A rule of a schema with what kube-apiserver's compiler makes of it. Nothing is compiled before it is asked for, and
 * nothing twice.
 *
 * Programs have the variables `self` and `oldSelf`, in this order. Without an old value they get only the first; for a
 * rule with `optionalOldSelf`, the second is an optional, but never for the expression of its message.
 */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined: `error` says why; without an error, the rule is blank. */
  readonly program: Program | undefined;
  /** `compilation failed: ERROR: <input>:1:1: …`, `cel expression must evaluate to a bool`, … */
  readonly error: string | undefined;
  /** Whether the rule refers to `oldSelf`; the expression of its message does not count. */
  readonly usesOldSelf: boolean;
  /** What one evaluation is estimated to cost at most, up to 2^64 - 1; 0 without a program. */
  readonly maxCost: bigint;
  /** Undefined: the rule has no expression for its message, or that or the rule does not compile. */
  readonly messageProgram: Program | undefined;
  /** `messageExpression compilation failed: …`, … */
  readonly messageError: string | undefined;
  readonly messageMaxCost: bigint;
  /** The `fieldPath` below the value, as paths of errors are written: `a.b`, `[key].c`. Empty: the value itself. */
  readonly fieldPath: string;
}

/** The compiled rules of schemas, by their types: a schema has another one in the metadata of an object. */
const compiledRules = new WeakMap<JsonSchemaProps, WeakMap<DeclType, readonly CompiledRule[]>>();

/** The rules of a schema, not of those in it, compiled for values of its type; the same for the same arguments. */
export function compileRules(schema: JsonSchemaProps, type: DeclType): readonly CompiledRule[] {
  const { 'x-kubernetes-validations': rules = [] } = schema;
  if (rules.length === 0) return [];
  let ofSchema = compiledRules.get(schema);
  if (ofSchema === undefined) {
    ofSchema = new WeakMap();
    compiledRules.set(schema, ofSchema);
  }
  let compiled = ofSchema.get(type);
  if (compiled === undefined) {
    const scope = scopeOf(type);
    compiled = rules.map((rule) => lazyRule(rule, schema, scope));
    ofSchema.set(type, compiled);
  }
  return compiled;
}

/** What the rules of a schema have in common. */
interface Scope {
  readonly type: DeclType;
  /** With `oldSelf` as it is, and as an optional. */
  readonly plain: () => Environment;
  readonly optional: () => Environment;
}

function scopeOf(type: DeclType): Scope {
  // In kube-apiserver, the name ends with the time in nanoseconds, so that rules cannot name it.
  const self = lazily(() => nameTypes(type, 'selfType').root);
  const environment = (oldSelf: CelType): Environment => ({
    functions: kubernetesFunctions(),
    variables: new Map([
      ['self', self()],
      ['oldSelf', oldSelf],
    ]),
  });
  return {
    type,
    plain: lazily(() => environment(self())),
    optional: lazily(() => environment(optionalOf(self()))),
  };
}

function lazyRule(rule: ValidationRule, schema: JsonSchemaProps, scope: Scope): CompiledRule {
  if (trimSpace(rule.rule) === '') return { ...blank, rule };
  const { messageExpression = '', fieldPath = '' } = rule;
  const environment = rule.optionalOldSelf === true ? scope.optional : scope.plain;
  const own = lazily(() => compileExpression(rule.rule, environment(), forRule));
  const message = lazily(() =>
    messageExpression === '' || own().program === undefined
      ? nothing
      : compileExpression(messageExpression, environment(), forMessage),
  );
  const uses = lazily(() => names(own().checked?.expr, 'oldSelf'));
  const cost = lazily(() => maxCostOf(own(), scope.type));
  const messageCost = lazily(() => maxCostOf(message(), scope.type));
  // As there: what comes after a mistake is not looked at.
  const isSound = (): boolean => own().program !== undefined && message().error === undefined;
  const path = lazily(() => (fieldPath === '' || !isSound() ? '' : (ruleFieldPath(fieldPath, schema) ?? '')));
  return {
    rule,
    get program() {
      return own().program;
    },
    get error() {
      return own().error;
    },
    get usesOldSelf() {
      return uses();
    },
    get maxCost() {
      return cost();
    },
    get messageProgram() {
      return message().program;
    },
    get messageError() {
      return message().error;
    },
    get messageMaxCost() {
      return messageCost();
    },
    get fieldPath() {
      return path();
    },
  };
}

/** A rule without text: a definition may have a million of them. */
const blank: Omit<CompiledRule, 'rule'> = {
  program: undefined,
  error: undefined,
  usesOldSelf: false,
  maxCost: 0n,
  messageProgram: undefined,
  messageError: undefined,
  messageMaxCost: 0n,
  fieldPath: '',
};

const nothing: Compiled = { checked: undefined, program: undefined, error: undefined };

function maxCostOf({ checked, program }: Compiled, type: DeclType): bigint {
  return checked === undefined || program === undefined ? 0n : estimateCost(checked, declaredSizes(type)).max;
}

/** Whether an expression has a variable of this name; as upstream, those of its macros count, too. */
function names(expr: Expr | undefined, name: string): boolean {
  if (expr === undefined) return false;
  if (expr.kind === 'ident') return expr.name === name || expr.name === `.${name}`;
  return childrenOf(expr).some((child) => names(child, name));
}
