import { ts } from '../program/compiler.ts';

/** What markers call the formats that schemas have rules for. */
const formats: Readonly<Record<string, string>> = {
  email: 'email',
  uuid: 'uuid',
  url: 'uri',
  datetime: 'date-time',
  isoDateTime: 'date-time',
  date: 'date',
  isoDate: 'date',
  ipv4: 'ipv4',
  ipv6: 'ipv6',
};

/** Rules that markers have under the same name, but for the first letter. */
const sameName: ReadonlySet<string> = new Set([
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'multipleOf',
  'pattern',
]);

/** What the short names of zod mean, by what they are said of. */
const short: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min: 'MinLength', max: 'MaxLength', regex: 'Pattern' },
  number: { min: 'Minimum', max: 'Maximum', gte: 'Minimum', lte: 'Maximum', multipleOf: 'MultipleOf' },
  int: { min: 'Minimum', max: 'Maximum', gte: 'Minimum', lte: 'Maximum', multipleOf: 'MultipleOf' },
  array: { min: 'MinItems', max: 'MaxItems' },
};

/**
 * The marker for a rule of a schema, without its prefix: `MinLength=3`. Undefined where none is known to say the same.
 */
export function markerForRule(
  rule: string,
  value: ts.Expression | undefined,
  called: ts.Expression,
): string | undefined {
  const format = value === undefined ? formats[rule] : undefined;
  if (format !== undefined && Object.hasOwn(formats, rule)) return `Format=${format}`;
  const text = value === undefined ? undefined : textOf(value);
  const base = baseOf(called);
  const ofBase = base !== undefined && Object.hasOwn(short, base) ? short[base] : undefined;
  const name = sameName.has(rule)
    ? rule.charAt(0).toUpperCase() + rule.slice(1)
    : ofBase !== undefined && Object.hasOwn(ofBase, rule)
      ? ofBase[rule]
      : undefined;
  return name === undefined || text === undefined ? undefined : `${name}=${text}`;
}

/** The value as a marker has it. */
function textOf(value: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(value)) return `\`${value.text}\``;
  if (ts.isRegularExpressionLiteral(value)) return `\`${value.text.replace(/^\/(.*)\/\w*$/, '$1')}\``;
  return ts.isNumericLiteral(value) || ts.isPrefixUnaryExpression(value) ? value.getText() : undefined;
}

/** What a chain of calls begins with: `string` in `z.string().min(3).max(5)`. */
function baseOf(called: ts.Expression): string | undefined {
  let current: ts.Expression = called;
  let name: string | undefined;
  while (ts.isPropertyAccessExpression(current)) {
    const inner: ts.Expression = current.expression;
    name = current.name.text;
    if (!ts.isCallExpression(inner)) return name;
    current = inner.expression;
  }
  return name;
}
