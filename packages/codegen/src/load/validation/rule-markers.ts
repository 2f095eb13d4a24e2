import { VALIDATION_PREFIX } from '../../markers/define/validation-family.ts';
import { ts } from '../../compiler.ts';

/** The markers' names of the formats that schemas have rules for. */
const formats: Readonly<Record<string, string>> = {
  email: 'email',
  uuid: 'uuid',
  url: 'uri',
  datetime: 'date-time',
  isoDateTime: 'date-time',
  isoTimestamp: 'date-time',
  date: 'date',
  isoDate: 'date',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
};

/** Rules whose markers have the same name, with a capital first letter. */
const sameName: ReadonlySet<string> = new Set([
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'maxProperties',
  'minItems',
  'minLength',
  'minimum',
  'minProperties',
  'multipleOf',
  'pattern',
  'uniqueItems',
]);

const ofNumbers = {
  min: 'Minimum',
  max: 'Maximum',
  gte: 'Minimum',
  lte: 'Maximum',
  minValue: 'Minimum',
  maxValue: 'Maximum',
  step: 'MultipleOf',
};

/** The markers of zod's and valibot's rules, by the constrained type. */
const byBase: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min: 'MinLength', max: 'MaxLength', regex: 'Pattern' },
  number: ofNumbers,
  int: ofNumbers,
  array: { min: 'MinItems', max: 'MaxItems', minLength: 'MinItems', maxLength: 'MaxItems' },
};

/** The marker comment equivalent to a rule of a schema, such as `// +kubebuilder:validation:MinLength=3`. */
export function markerForRule(
  rule: string,
  value: ts.Expression | undefined,
  call: ts.CallExpression,
): string | undefined {
  if (value === undefined) {
    if (Object.hasOwn(formats, rule)) return validation(`Format=${formats[rule] ?? ''}`);
    const isFilled = rule === 'nonempty' || rule === 'nonEmpty';
    return isFilled ? validation(baseOf(call) === 'array' ? 'MinItems=1' : 'MinLength=1') : undefined;
  }
  if (rule === 'default' || rule === 'prefault') {
    const text = ts.isStringLiteralLike(value) ? JSON.stringify(value.text) : scalarText(value);
    return text === undefined ? undefined : `// +kubebuilder:default=${text}`;
  }
  if (rule === 'describe' || rule === 'description')
    return ts.isStringLiteralLike(value) ? `/** ${value.text} */` : undefined;
  const name = nameFor(rule, baseOf(call));
  const text = textOf(value);
  if (text === undefined || name === undefined) return undefined;
  // API servers refuse the keyword.
  return name === 'UniqueItems' ? '// +listType=set' : validation(`${name}=${text}`);
}

function validation(rule: string): string {
  return `// +${VALIDATION_PREFIX}${rule}`;
}

function nameFor(rule: string, base: string | undefined): string | undefined {
  const ofBase = base !== undefined && Object.hasOwn(byBase, base) ? byBase[base] : undefined;
  if (ofBase !== undefined && Object.hasOwn(ofBase, rule)) return ofBase[rule];
  return sameName.has(rule) ? rule.charAt(0).toUpperCase() + rule.slice(1) : undefined;
}

/** The value, in a marker's syntax. */
function textOf(value: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(value)) return `\`${value.text}\``;
  if (ts.isRegularExpressionLiteral(value)) return `\`${value.text.replace(/^\/(.*)\/\w*$/, '$1')}\``;
  return scalarText(value);
}

function scalarText(value: ts.Expression): string | undefined {
  const isScalar =
    ts.isNumericLiteral(value) ||
    ts.isPrefixUnaryExpression(value) ||
    value.kind === ts.SyntaxKind.TrueKeyword ||
    value.kind === ts.SyntaxKind.FalseKeyword;
  return isScalar ? value.getText() : undefined;
}

/**
 * The type that a rule constrains: `string` in `z.string().min(3)`, in `z.string().check(z.minLength(3))`, and in
 * `v.pipe(v.string(), v.minLength(3))`.
 */
function baseOf(call: ts.CallExpression): string | undefined {
  const { parent } = call;
  if (ts.isCallExpression(parent) && parent.arguments.includes(call)) {
    const [first] = parent.arguments;
    const name = namesOf(parent).at(-1);
    if (name === 'pipe' && first !== undefined && first !== call && ts.isCallExpression(first))
      return namesOf(first)[0];
    if (name === 'check') return namesOf(parent)[0];
  }
  return namesOf(call)[0];
}

/**
 * The names of a chain of calls, without the object that they are called on: `string`, `min` for `z.string().min(3)`.
 */
function namesOf(call: ts.CallExpression): readonly string[] {
  const { expression } = call;
  if (ts.isIdentifier(expression)) return [expression.text];
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const before = ts.isCallExpression(expression.expression) ? namesOf(expression.expression) : [];
  return [...before, expression.name.text];
}
