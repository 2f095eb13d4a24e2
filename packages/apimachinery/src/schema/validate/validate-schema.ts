import { quoteString } from '../../codec/go-format.ts';
import { stringifyJson } from '../../codec/stringify-json.ts';
import {
  type FieldError,
  fieldInvalid,
  fieldRequired,
  fieldTooLong,
  fieldTooMany,
  fieldTypeInvalid,
} from '../../field-error.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject } from '../../codec/own-property.ts';
import { ValuePath } from '../../json/value-path.ts';
import { hasFewerCodePoints, hasMoreCodePoints } from '../../names/utf8-length.ts';
import { compileFinder, type Finder } from '../../pattern/compile-pattern.ts';
import { additionalSchema, propertySchema } from '../child-schema.ts';
import { Correlation } from './correlation.ts';
import { isInEnum, notInEnum } from './enum-values.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { hasFormat } from '../string-formats.ts';
import { factsOf, factsOfDefault, presentNames, type ReadFacts, type SchemaFacts } from './schema-facts.ts';
import { findTypeMismatch } from './type-mismatch.ts';
import { validateNumber } from './validate-number.ts';
import { ValidationPath, ValidationResult } from './validation-result.ts';

/** Options of {@link validateSchema}. */
export interface ValidateSchemaOptions {
  /**
   * The value before the update: errors at nodes that did not change are left out (ratcheting). Absent: everything is
   * checked.
   */
  readonly old?: JsonValue;
}

/**
 * Validates a value by a schema, as kube-apiserver validates custom resources. `path` is the path of the value, which
 * prefixes the fields of errors; messages name paths inside the value. Safe on any JSON; throws a {@link
 * JsonSyntaxError} past a depth of 1000. Does not check CEL rules, uniqueness of list items ({@link validateListTypes})
 * and embedded resources ({@link validateEmbeddedResources}); {@link validateCustomResource} has the latter two.
 */
export function validateSchema(
  schema: JsonSchemaProps,
  value: JsonValue,
  path = '',
  options: ValidateSchemaOptions = {},
): FieldError[] {
  const result = new ValidationResult();
  const correlation = options.old === undefined ? undefined : new Correlation(value, options.old, schema);
  new SchemaValidation(path).validate(schema, value, correlation, result);
  return correlation?.isUnchanged() ? [] : result.errors;
}

/**
 * {@link validateSchema} of an update: leaves out errors at unchanged nodes, as the API server does
 * (ratcheting).
 */
export function validateSchemaUpdate(
  schema: JsonSchemaProps,
  value: JsonValue,
  old: JsonValue,
  path = '',
): FieldError[] {
  return validateSchema(schema, value, path, { old });
}

/**
 * {@link validateSchema} for a default, which upstream validates by another form of the schema: without the types of
 * an int-or-string, and with formats that do not belong to the type.
 */
export function validateDefault(schema: JsonSchemaProps, value: JsonValue, path: string): FieldError[] {
  const result = new ValidationResult();
  new SchemaValidation(path, factsOfDefault).validate(schema, value, undefined, result);
  return result.errors;
}

/** Compiled patterns by schema; schemas never change. */
const finders = new WeakMap<JsonSchemaProps, Finder>();

function finderOf(schema: JsonSchemaProps, pattern: string): Finder {
  let finder = finders.get(schema);
  if (finder === undefined) {
    finder = compileFinder(pattern);
    finders.set(schema, finder);
  }
  return finder;
}

/**
 * The most work that the patterns of one validation may take: characters of texts, times instructions of their
 * patterns. Most patterns take less, but in the worst case this is some seconds; upstream has no limit.
 */
const MOST_PATTERN_WORK = 500_000_000;

/**
 * One validation. The order of checks, and how each counts in {@link ValidationResult.matchCount}, are upstream's: both
 * decide which errors of a failing anyOf are reported.
 */
class SchemaValidation {
  private readonly walk = new ValuePath();
  private readonly path: ValidationPath;
  private readonly factsOf: ReadFacts;
  private patternWork = 0;

  constructor(base: string, readFacts: ReadFacts = factsOf) {
    this.path = new ValidationPath(base, this.walk);
    this.factsOf = readFacts;
  }

  validate(
    schema: JsonSchemaProps,
    value: JsonValue,
    correlation: Correlation | undefined,
    result: ValidationResult,
  ): void {
    const facts = this.factsOf(schema);
    const { types, format } = facts;
    if (value === null) {
      this.validateType(schema, types, format, value, result);
      this.validateEnum(schema, value, result);
      return;
    }
    if (types.length > 0 || format !== '') {
      this.validateType(schema, types, format, value, result);
      result.matchCount += 1;
    }
    if (facts.hasJunctors) this.validateJunctors(schema, value, result);
    result.matchCount += 2;
    if (typeof value === 'string') {
      this.validateString(schema, value, result);
      result.matchCount += 1;
      if (facts.isTextFormat) {
        if (!hasFormat(value, format)) this.wrongType(format, value, result);
        result.matchCount += 1;
      }
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      validateNumber(schema, value, this.path, (make) => result.add(make));
      result.matchCount += 2;
    }
    if (Array.isArray(value)) {
      this.validateList(schema, value, correlation, result);
      result.matchCount += 2;
    }
    this.validateEnum(schema, value, result);
    result.matchCount += 1;
    if (isJsonObject(value)) {
      this.validateObject(schema, value, correlation, result, facts);
      result.matchCount += 1;
    }
    result.matchCount += 1;
  }

  private validateType(
    schema: JsonSchemaProps,
    types: readonly string[],
    format: string,
    value: JsonValue,
    result: ValidationResult,
  ): void {
    const mismatch = findTypeMismatch({ types, format, nullable: schema.nullable === true }, value);
    if (mismatch === undefined) result.matchCount += 1;
    else this.wrongType(mismatch.want, mismatch.actual, result);
  }

  private wrongType(want: string, actual: string, result: ValidationResult): void {
    result.add(() =>
      fieldTypeInvalid(
        this.path.field(),
        actual,
        `${this.path.name} in body must be of type ${want}: ${quoteString(actual)}`,
      ),
    );
  }

  private composite(text: string, result: ValidationResult): void {
    result.add(() => fieldInvalid(this.path.whole, '', `${quoteString(this.path.name)} ${text}`));
  }

  /**
   * Validates by a branch of a junctor, in which upstream does not ratchet, only to know whether it fails, and its
   * count: {@link report} lists its errors.
   */
  private branch(schema: JsonSchemaProps, value: JsonValue): ValidationResult {
    const result = new ValidationResult(true);
    this.validate(schema, value, undefined, result);
    return result;
  }

  /** Adds the errors and the count of a branch. */
  private report(schema: JsonSchemaProps, value: JsonValue, branch: ValidationResult, result: ValidationResult): void {
    const count = result.matchCount + branch.matchCount;
    if (!branch.isValid && result.lists) this.validate(schema, value, undefined, result);
    else if (!branch.isValid) result.count();
    result.matchCount = count;
  }

  private validateJunctors(schema: JsonSchemaProps, value: JsonValue, result: ValidationResult): void {
    if (schema.anyOf !== undefined && schema.anyOf.length > 0) this.validateAnyOf(schema.anyOf, value, result);
    if (schema.oneOf !== undefined && schema.oneOf.length > 0) this.validateOneOf(schema.oneOf, value, result);
    if (schema.allOf !== undefined && schema.allOf.length > 0) this.validateAllOf(schema.allOf, value, result);
    if (schema.not !== undefined && this.branch(schema.not, value).isValid) {
      this.composite('must not validate the schema (not)', result);
    }
  }

  private validateAnyOf(branches: readonly JsonSchemaProps[], value: JsonValue, result: ValidationResult): void {
    let best: { readonly schema: JsonSchemaProps; readonly branch: ValidationResult } | undefined;
    for (const schema of branches) {
      const branch = this.branch(schema, value);
      if (branch.isValid) {
        result.matchCount += branch.matchCount;
        return;
      }
      if (best === undefined || branch.matchCount > best.branch.matchCount) best = { schema, branch };
    }
    this.composite('must validate at least one schema (anyOf)', result);
    if (best !== undefined) this.report(best.schema, value, best.branch, result);
  }

  private validateOneOf(branches: readonly JsonSchemaProps[], value: JsonValue, result: ValidationResult): void {
    const results = branches.map((schema) => ({ schema, branch: this.branch(schema, value) }));
    const valid = results.filter(({ branch }) => branch.isValid);
    const [first] = valid;
    if (valid.length === 1 && first !== undefined) {
      result.matchCount += first.branch.matchCount;
      return;
    }
    const detail = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    this.composite(`must validate one and only one schema (oneOf). ${detail}`, result);
    if (valid.length > 0) return;
    const best = results.reduce((most, each) => (each.branch.matchCount > most.branch.matchCount ? each : most));
    this.report(best.schema, value, best.branch, result);
  }

  private validateAllOf(branches: readonly JsonSchemaProps[], value: JsonValue, result: ValidationResult): void {
    let valid = 0;
    for (const schema of branches) {
      const branch = this.branch(schema, value);
      if (branch.isValid) valid += 1;
      this.report(schema, value, branch, result);
    }
    if (valid < branches.length)
      this.composite(`must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`, result);
  }

  /** Stops at the first error. */
  private validateString(schema: JsonSchemaProps, value: string, result: ValidationResult): void {
    const { maxLength, minLength, pattern } = schema;
    if (maxLength !== undefined && hasMoreCodePoints(value, maxLength))
      result.add(() => fieldTooLong(this.path.field(), maxLength));
    else if (minLength !== undefined && hasFewerCodePoints(value, minLength)) {
      this.invalid(value, `should be at least ${minLength} chars long`, result);
    } else if (pattern !== undefined && pattern !== '')
      this.validatePattern(finderOf(schema, pattern), value, pattern, result);
  }

  private validatePattern(finder: Finder, value: string, pattern: string, result: ValidationResult): void {
    this.patternWork += value.length * finder.instructions;
    if (this.patternWork > MOST_PATTERN_WORK)
      this.invalid(value, `is too long to be matched with '${pattern}'`, result);
    else if (!finder.matches(value)) this.invalid(value, `should match '${pattern}'`, result);
  }

  private invalid(shown: JsonValue, text: string, result: ValidationResult): void {
    result.add(() => fieldInvalid(this.path.field(), shown, `${this.path.name} in body ${text}`));
  }

  private validateEnum(schema: JsonSchemaProps, value: JsonValue, result: ValidationResult): void {
    const { enum: values } = schema;
    if (values === undefined || isInEnum(values, value)) return;
    result.add(() => notInEnum(this.path.field(), value, values));
  }

  private validateList(
    schema: JsonSchemaProps,
    list: readonly JsonValue[],
    correlation: Correlation | undefined,
    result: ValidationResult,
  ): void {
    const { items, minItems, maxItems } = schema;
    if (items !== undefined) {
      for (const [index, item] of list.entries())
        this.validateChild(index, items, item, correlation?.item(index), result);
    }
    if (minItems !== undefined && list.length < minItems)
      this.invalid(list.length, `should have at least ${minItems} items`, result);
    if (maxItems !== undefined && list.length > maxItems)
      result.add(() => fieldTooMany(this.path.field(), list.length, maxItems));
    if (schema.uniqueItems && new Set(list.map((item) => stringifyJson(item, { sortKeys: true }))).size < list.length) {
      this.invalid('', "shouldn't contain duplicates", result);
    }
  }

  private validateObject(
    schema: JsonSchemaProps,
    object: JsonObject,
    correlation: Correlation | undefined,
    result: ValidationResult,
    facts: SchemaFacts,
  ): void {
    const { minProperties, maxProperties, properties = {}, required = [] } = schema;
    const keys = Object.keys(object);
    if (minProperties !== undefined && keys.length < minProperties) {
      this.invalid(keys.length, `should have at least ${minProperties} properties`, result);
    }
    if (maxProperties !== undefined && keys.length > maxProperties)
      result.add(() => fieldTooMany(this.path.field(), keys.length, maxProperties));
    this.validateOtherKeys(schema, object, correlation, result);
    for (const name of presentNames(facts, keys)) {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      const property = properties[name];
      if (value === undefined || property === undefined) continue;
      // An update cannot change apiVersion and kind, but they never count as unchanged.
      const old = this.walk.isRoot && (name === 'apiVersion' || name === 'kind') ? undefined : correlation?.key(name);
      this.validateChild(name, property, value, old, result);
    }
    for (const name of required) {
      if (!Object.hasOwn(object, name) || object[name] === undefined)
        result.add(() => fieldRequired(this.path.field(name)));
    }
  }

  /** The keys that are not declared properties. */
  private validateOtherKeys(
    schema: JsonSchemaProps,
    object: JsonObject,
    correlation: Correlation | undefined,
    result: ValidationResult,
  ): void {
    const entries = additionalSchema(schema);
    if (entries === undefined && schema.additionalProperties !== false) return;
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (value === undefined || propertySchema(schema, key) !== undefined) continue;
      if (entries === undefined) {
        result.add(() =>
          fieldInvalid(this.path.field(), key, `${this.path.name}.${key} in body is a forbidden property`),
        );
        continue;
      }
      // Upstream writes a dot before the key even at the root.
      const part = this.walk.isRoot ? `.${key}` : key;
      this.validateChild(part, entries, value, correlation?.key(key), result);
    }
  }

  private validateChild(
    part: string | number,
    schema: JsonSchemaProps,
    value: JsonValue,
    correlation: Correlation | undefined,
    result: ValidationResult,
  ): void {
    // In a value that is unchanged, it does not matter what is left out: its errors are forgotten.
    if (result.isFull) return;
    this.walk.enter(part);
    const before = correlation && result.mark();
    this.validate(schema, value, correlation, result);
    if (before && result.hasMoreThan(before) && correlation.isUnchanged()) result.forget(before);
    this.walk.leave();
  }
}
