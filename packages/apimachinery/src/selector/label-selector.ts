import { compareUtf8 } from '../codec/stringify-json.ts';
import {
  childPath,
  fieldInvalid,
  type FieldError,
  fieldNotSupported,
  formatFieldErrors,
  indexPath,
  keyPath,
  WHOLE_OBJECT,
} from '../field-error.ts';
import { isLabelValue, isQualifiedName } from '../names/label-names.ts';
import { SelectorError } from './selector-error.ts';

/**
 * How a {@link LabelRequirement} compares: as in the text form, where `exists` is a bare key and `!` a key after an
 * exclamation mark.
 */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | '>' | '<';

/** One condition on the labels of an object. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** Sorted, each once. None for `exists` and `!`, one for `=`, `==`, `!=`, `>` and `<`. */
  readonly values: readonly string[];
}

/** Conditions on the labels of an object, of which all must hold; sorted by key. None: matches everything. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[];
  /** True: matches no object, whatever the requirements, as an absent metav1.LabelSelector does. */
  readonly matchesNothing?: true;
}

/** The labels of an object. */
export type Labels = Readonly<Record<string, string>>;

/** A selector in an object (`spec.selector` of a Deployment): metav1.LabelSelector. */
export interface LabelSelectorSpec {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/** Matches every object. */
export const selectsEverything: LabelSelector = { requirements: [] };
/** Matches no object. */
export const selectsNothing: LabelSelector = { requirements: [], matchesNothing: true };

/** Whether labels match a selector. Absent labels count as no labels. */
export function matchesLabels(selector: LabelSelector, labels: Labels | undefined | null): boolean {
  return !selector.matchesNothing && selector.requirements.every((requirement) => satisfies(requirement, labels ?? {}));
}

function satisfies({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case '=':
    case '==':
    case 'in':
      return value !== undefined && values.includes(value);
    case '!=':
    case 'notin':
      return value === undefined || !values.includes(value);
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case '>':
    case '<': {
      const actual = value === undefined ? undefined : parseInt64(value);
      const limit = values.length === 1 ? parseInt64(values[0] ?? '') : undefined;
      if (actual === undefined || limit === undefined) return false;
      return operator === '>' ? actual > limit : actual < limit;
    }
  }
}

/**
 * Whether `labels` has every label of `wanted`, with its value: `matchLabels`, and the selector of a Service. An empty
 * `wanted` matches everything.
 */
export function labelsMatch(wanted: Labels, labels: Labels | undefined | null): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => labels !== undefined && labels !== null && Object.hasOwn(labels, key) && labels[key] === value,
  );
}

const selectorOperators: ReadonlyMap<string, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
]);

/**
 * Converts the selector of an object. Absent: matches nothing; empty: matches everything
 * (metav1.LabelSelectorAsSelector). Throws a {@link SelectorError} on an unknown operator, and on invalid keys and
 * values.
 */
export function labelSelectorOf(spec: LabelSelectorSpec | undefined | null): LabelSelector {
  if (spec === undefined || spec === null) return selectsNothing;
  const requirements = Object.entries(spec.matchLabels ?? {}).map(([key, value]) =>
    labelRequirement(key, '=', [value]),
  );
  for (const { key, operator, values } of spec.matchExpressions ?? []) {
    const known = selectorOperators.get(operator);
    if (known === undefined) throw new SelectorError(`"${operator}" is not a valid label selector operator`);
    requirements.push(labelRequirement(key, known, values ?? []));
  }
  return { requirements: sortByKey(requirements) };
}

/**
 * The selector of equal labels, as in `matchLabels` and the selector of a Service. Empty: matches everything. Does not
 * validate them.
 */
export function labelSelectorFromLabels(labels: Labels): LabelSelector {
  return {
    requirements: sortByKey(
      Object.entries(labels).map(([key, value]) => ({ key, operator: '=' as const, values: [value] })),
    ),
  };
}

/** Requirements in the order of a parsed selector. */
export function sortByKey(requirements: readonly LabelRequirement[]): LabelRequirement[] {
  return [...requirements].sort((a, b) => compareUtf8(a.key, b.key));
}

/** A requirement, checked. Throws a {@link SelectorError} with the API server's text. */
export function labelRequirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const errors = requirementErrors(key, operator, values);
  if (errors.length > 0) throw new SelectorError(formatFieldErrors(errors));
  return { key, operator, values: [...new Set(values)].sort(compareUtf8) };
}

function requirementErrors(key: string, operator: LabelOperator, values: readonly string[]): FieldError[] {
  const errors = labelKeyErrors(key, childPath(WHOLE_OBJECT, 'key'));
  const wrongCount = (detail: string): void => {
    errors.push(fieldInvalid('values', [...values], detail));
  };
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length === 0) wrongCount("for 'in', 'notin' operators, values set can't be empty");
      break;
    case '=':
    case '==':
    case '!=':
      if (values.length !== 1) wrongCount('exact-match compatibility requires one single value');
      break;
    case 'exists':
    case '!':
      if (values.length > 0) wrongCount('values set must be empty for exists and does not exist');
      break;
    case '>':
    case '<':
      if (values.length !== 1) wrongCount("for 'Gt', 'Lt' operators, exactly one value is required");
      values.forEach((value, index) => {
        if (parseInt64(value) !== undefined) return;
        errors.push(
          fieldInvalid(indexPath('values', index), value, "for 'Gt', 'Lt' operators, the value must be an integer"),
        );
      });
      break;
    default:
      errors.push(
        fieldNotSupported('operator', operator satisfies never, [
          'in',
          'notin',
          '=',
          '==',
          '!=',
          'gt',
          'lt',
          'exists',
          '!',
        ]),
      );
  }
  values.forEach((value, index) => {
    const problems = isLabelValue(value);
    if (problems.length > 0)
      errors.push(fieldInvalid(keyPath(indexPath('values', index), key), value, problems.join('; ')));
  });
  return errors;
}

/** Validates the key of a label, with one error at `path`. */
export function labelKeyErrors(key: string, path: string): FieldError[] {
  const problems = isQualifiedName(key);
  return problems.length > 0 ? [fieldInvalid(path, key, problems.join('; '))] : [];
}

const MAX_INT64 = 2n ** 63n - 1n;

function parseInt64(text: string): bigint | undefined {
  if (!/^[-+]?\d+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value <= MAX_INT64 && value >= -MAX_INT64 - 1n ? value : undefined;
}

/**
 * The text form, as in `labelSelector` of a request; empty for a selector that matches everything. Throws a TypeError
 * for one that matches nothing, which has no text form.
 */
export function formatLabelSelector(selector: LabelSelector): string {
  if (selector.matchesNothing) throw new TypeError('a selector that matches nothing has no text form');
  return selector.requirements.map(formatRequirement).join(',');
}

function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values.join(',')})`;
    case '=':
    case '==':
    case '!=':
    case '>':
    case '<':
      return `${key}${operator}${values[0] ?? ''}`;
  }
}
