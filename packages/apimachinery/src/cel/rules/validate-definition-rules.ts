import { stringifyJson } from '../../codec/stringify-json.ts';
import {
  childPath,
  type FieldError,
  fieldForbidden,
  fieldInternal,
  fieldInvalid,
  indexPath,
  keyPath,
} from '../../field-error.ts';
import type { JsonSchemaProps, ValidationRule } from '../../schema/json-schema-props.ts';
import { goRule } from '../../schema/structural/go-schema.ts';
import type { SchemaRulesOptions } from '../../schema/structural/schema-rules.ts';
import { ErrorList } from '../../status/listed-errors.ts';
import { saturate } from '../cost/bounds.ts';
import { MAX_REQUEST_BYTES } from '../schema-types/decl-type.ts';
import { type CompiledRule, compileRules } from './compile/compile-rules.ts';
import {
  type ChildNode,
  childNodes,
  isRuled,
  nodeOf,
  nodeType,
  type Step,
  type TypedNode,
} from './compile/node-type.ts';
import { costMessage, EXPRESSION_LIMIT, TotalCost } from './total-cost.ts';

/** A schema on the way through a definition. */
interface Place {
  readonly node: TypedNode;
  readonly path: string;
  /** How often its values can be in an object, by the limits of the lists and maps around it; undefined: any number. */
  readonly times: bigint | undefined;
  /** The path of the outermost schema around it whose parts have no identity, such as a list: no old value is known. */
  readonly uncorrelated: string | undefined;
}

interface Validation {
  readonly options: SchemaRulesOptions;
  readonly total: TotalCost;
  readonly errors: ErrorList;
}

/**
 * Validates the rules in CEL of a schema that is right otherwise, as kube-apiserver does in a CustomResourceDefinition:
 * they compile, and cost at most as much as they may. `path` is that of the schema. The rules of a schema come after
 * those inside of it.
 */
export function validateDefinitionRules(
  schema: JsonSchemaProps,
  path: string,
  options: SchemaRulesOptions,
): FieldError[] {
  const validation = { options, total: new TotalCost(), errors: new ErrorList() };
  validatePlace(validation, { node: nodeOf(schema), path, times: 1n, uncorrelated: undefined });
  const { errors, total } = validation;
  errors.addAll(total.errors(path));
  return errors.all;
}

function validatePlace(validation: Validation, place: Place): void {
  const { node } = place;
  const { options, errors } = validation;
  for (const child of childNodes(node.schema)) {
    if (errors.isFull) return;
    validatePlace(validation, inside(place, child));
  }
  if (isRuled(node.schema) && !options.isWrong(node.schema)) validateRules(validation, place);
}

function inside({ node, path, times, uncorrelated }: Place, { step, schema }: ChildNode): Place {
  const most = mostInside(node.schema);
  return {
    node: nodeOf(schema, node, step),
    path: typeof step === 'string' ? childPath(path, step) : keyPath(childPath(path, 'properties'), step.property),
    times: times === undefined || most === undefined ? undefined : saturate(times * most),
    uncorrelated: uncorrelated ?? (isCorrelated(node.schema, step) ? undefined : path),
  };
}

/** Whether an old value of a part of a value can be found: of the elements of a list, only by their keys. */
function isCorrelated(schema: JsonSchemaProps, step: Step): boolean {
  if (step === 'items') return schema['x-kubernetes-list-type'] === 'map';
  if (step === 'additionalProperties') return true;
  // The definition is refused for any other type, and for rules that need it to be correlated, too.
  const mapType: string | undefined = schema['x-kubernetes-map-type'];
  return mapType === undefined || mapType === 'granular' || mapType === 'atomic';
}

/** How many values can be in one of a schema; undefined: any number. */
function mostInside({ type, additionalProperties, maxProperties, maxItems }: JsonSchemaProps): bigint | undefined {
  if (type === 'array') return limit(maxItems);
  return type === 'object' && additionalProperties !== undefined ? limit(maxProperties) : 1n;
}

function limit(most: number | bigint | undefined): bigint | undefined {
  if (most === undefined) return undefined;
  return most < 0 ? 0n : BigInt(most);
}

function validateRules({ options, total, errors }: Validation, place: Place): void {
  const path = childPath(place.path, 'x-kubernetes-validations');
  const { type, error } = nodeType(place.node);
  if (error !== undefined) {
    const title = 'internal error: failed to construct type information for x-kubernetes-validations rules';
    errors.add(fieldInternal(path, `${title}: ${error}`));
    return;
  }
  if (type === undefined) {
    errors.add(fieldInternal(path, 'failed to convert to declType for CEL validation rules'));
    return;
  }
  const bySize = BigInt(Math.floor(MAX_REQUEST_BYTES / (type.minSize + 1)));
  for (const [index, compiled] of compileRules(place.node.schema, type).entries()) {
    if (errors.isFull) return;
    const at = indexPath(path, index);
    errors.addAll(validateRule(compiled, at, saturate(compiled.maxCost * (place.times ?? bySize)), total, options));
    errors.addAll(validateMessage(compiled, at, total, options));
    errors.addAll(validateOldSelf(compiled, at, place.uncorrelated));
  }
}

function validateRule(
  { rule, error }: CompiledRule,
  path: string,
  cost: bigint,
  total: TotalCost,
  { isUnchanged }: SchemaRulesOptions,
): FieldError[] {
  const at = childPath(path, 'rule');
  const errors: FieldError[] = [];
  if (!isUnchanged && cost > EXPRESSION_LIMIT)
    errors.push(fieldForbidden(at, costMessage('estimated rule cost', cost, EXPRESSION_LIMIT)));
  total.add(at, cost);
  if (error !== undefined) errors.push(invalidRule(at, rule, error));
  return errors;
}

function validateMessage(
  { rule, messageProgram, messageError, messageMaxCost }: CompiledRule,
  path: string,
  total: TotalCost,
  { isUnchanged }: SchemaRulesOptions,
): FieldError[] {
  const at = childPath(path, 'messageExpression');
  if (messageError !== undefined) return [invalidRule(at, rule, messageError)];
  if (messageProgram === undefined) return [];
  total.add(at, messageMaxCost);
  if (isUnchanged || messageMaxCost <= EXPRESSION_LIMIT) return [];
  return [fieldForbidden(at, costMessage('estimated messageExpression cost', messageMaxCost, EXPRESSION_LIMIT))];
}

function validateOldSelf(
  { rule: { rule, optionalOldSelf }, usesOldSelf }: CompiledRule,
  path: string,
  uncorrelated: string | undefined,
): FieldError[] {
  if (usesOldSelf) {
    if (uncorrelated === undefined) return [];
    const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`;
    return [fieldInvalid(childPath(path, 'rule'), rule, why)];
  }
  if (optionalOldSelf === undefined) return [];
  const why = 'may not be set if oldSelf is not used in rule';
  return [fieldInvalid(childPath(path, 'optionalOldSelf'), optionalOldSelf, why)];
}

/** An error that shows the whole rule, as Go prints the struct. */
function invalidRule(field: string, rule: ValidationRule, why: string): FieldError {
  const shown = stringifyJson(goRule(rule), { escapeHtml: true });
  return { type: 'FieldValueInvalid', field, message: `Invalid value: ${shown}: ${why}` };
}
