import {
  type FieldError,
  fieldDuplicate,
  fieldForbidden,
  fieldInvalid,
  fieldRequired,
  formatQuantity,
  type JsonObject,
  type ParsedQuantity,
} from '@kb/apimachinery';
import {
  asInt64,
  compareAmounts,
  isHugePages,
  isNativeResource,
  isQualifiedName,
  one,
  readResources,
} from '@kb/apimachinery/server';
import { type ApiObject, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { validateContainerResourceName, validateResourceName } from '../../shared/amounts/validate-resource-name.ts';

const types = new Set(['Pod', 'Container', 'PersistentVolumeClaim']);
const parts = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
type Part = (typeof parts)[number];

/** Validates a LimitRange. */
export function validateLimitRange({ spec }: ApiObject): FieldError[] {
  const known = new Set<string>();
  return objectsIn(own(spec, 'limits')).flatMap((limit, index) => {
    const path = `spec.limits[${index}]`;
    const type = stringOf(limit.type);
    const errors = validateType(type, `${path}.type`);
    if (known.has(type)) errors.push(fieldDuplicate(`${path}.type`, type));
    known.add(type);
    return [...errors, ...validateLimit(limit, type, path)];
  });
}

function validateType(type: string, path: string): FieldError[] {
  const malformed = isQualifiedName(type).map((problem) => fieldInvalid(path, type, problem));
  if (malformed.length > 0 || type.includes('/') || types.has(type)) return malformed;
  return [fieldInvalid(path, type, 'must be a standard limit type or fully qualified')];
}

function validateLimit(limit: JsonObject, type: string, path: string): FieldError[] {
  const isPod = type === 'Pod';
  const validateName = isPod || type === 'Container' ? validateContainerResourceName : validateResourceName;
  const errors: FieldError[] = [];
  const amounts = new Map<string, Partial<Record<Part, ParsedQuantity>>>();
  for (const part of parts) {
    const list = readResources(limit[part]);
    if (isPod && part.startsWith('default')) {
      if (list.size > 0) errors.push(fieldForbidden(`${path}.${part}`, "may not be specified when `type` is 'Pod'"));
      continue;
    }
    if (part === 'maxLimitRequestRatio') errors.push(...validateStorage(limit, type, path));
    for (const [name, amount] of list) {
      errors.push(...validateName(name, `${path}.${part}[${name}]`));
      amounts.set(name, { ...amounts.get(name), [part]: amount });
    }
  }
  for (const [name, of] of amounts) errors.push(...compareParts(name, of, path));
  return errors;
}

function validateStorage({ min, max }: JsonObject, type: string, path: string): FieldError[] {
  const hasBound = own(min, 'storage') !== undefined || own(max, 'storage') !== undefined;
  if (type !== 'PersistentVolumeClaim' || hasBound) return [];
  const why = 'either minimum or maximum storage value is required, but neither was provided';
  return [fieldRequired(`${path}.limits`, why)];
}

/** How messages call the parts. */
const names: Readonly<Record<Part, string>> = {
  max: 'max value',
  min: 'min value',
  default: 'default value',
  defaultRequest: 'default request value',
  maxLimitRequestRatio: 'ratio',
};

/** Pairs of parts of which the first must not be above the second, and the parts that the errors are about. */
const ordered: readonly {
  readonly least: Part;
  readonly most: Part;
  readonly field: Part;
  readonly shown: Part;
  /** What the message calls the second, if not as usual. */
  readonly called?: string;
}[] = [
  { least: 'min', most: 'max', field: 'min', shown: 'min' },
  { least: 'min', most: 'defaultRequest', field: 'defaultRequest', shown: 'defaultRequest' },
  { least: 'defaultRequest', most: 'max', field: 'defaultRequest', shown: 'defaultRequest' },
  {
    least: 'defaultRequest',
    most: 'default',
    field: 'defaultRequest',
    shown: 'defaultRequest',
    called: 'default limit value',
  },
  { least: 'min', most: 'default', field: 'default', shown: 'min' },
  { least: 'default', most: 'max', field: 'default', shown: 'max' },
];

function compareParts(name: string, amounts: Partial<Record<Part, ParsedQuantity>>, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const add = (part: Part, shown: ParsedQuantity, why: string): number =>
    errors.push(fieldInvalid(`${path}.${part}[${name}]`, formatQuantity(shown), why));
  for (const { least, most, field, shown, called = names[most] } of ordered) {
    const [a, b, value] = [amounts[least], amounts[most], amounts[shown]];
    if (a && b && value && compareAmounts(a, b) > 0)
      add(field, value, `${names[least]} ${formatQuantity(a)} is greater than ${called} ${formatQuantity(b)}`);
  }
  const ratio = amounts.maxLimitRequestRatio;
  if (ratio && compareAmounts(ratio, one) < 0)
    add('maxLimitRequestRatio', ratio, `ratio ${formatQuantity(ratio)} is less than 1`);
  const why = ratio && ratioProblem(ratio, amounts);
  if (ratio && why !== undefined) add('maxLimitRequestRatio', ratio, why);
  const { default: limit, defaultRequest: request } = amounts;
  const mustEqual = !isNativeResource(name) || isHugePages(name);
  if (mustEqual && limit && request && compareAmounts(limit, request) !== 0) {
    const [a, b] = [formatQuantity(limit), formatQuantity(request)];
    add('defaultRequest', request, `default value ${a} must equal to defaultRequest value ${b} in ${name}`);
  }
  return errors;
}

const MAX_IN_MILLI = (2n ** 63n - 1n) / 1000n;

/** Why no container could have a ratio that is as large. */
function ratioProblem(ratio: ParsedQuantity, { min, max }: Partial<Record<Part, ParsedQuantity>>): string | undefined {
  if (!min || !max) return undefined;
  const isExact = [ratio, min, max].every((amount) => asInt64(amount) < MAX_IN_MILLI);
  const value = isExact ? Number(asInt64(ratio, 3)) / 1000 : Number(asInt64(ratio));
  const [least, most] = [min, max].map((amount) => Number(asInt64(amount, isExact ? 3 : 0)));
  const limit = (most ?? 0) / (least ?? 0);
  return value > limit ? `ratio ${formatQuantity(ratio)} is greater than max/min = ${limit.toFixed(6)}` : undefined;
}
