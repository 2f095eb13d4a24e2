import type { FieldError } from '@kb/apimachinery';
import type { JsonSchemaProps, ValidationRule } from '@kb/apimachinery/schema';

/** An error of the API server about a rule in CEL, for a diagnostic. */
export interface RuleRefusal {
  /** What it is about, as the argument of a marker: `rule`, `messageExpression` or `optionalOldSelf`. */
  readonly argument: string;
  readonly problem: string;
  readonly hint?: string;
}

/** Rewrites an error of the API server about a rule in CEL. Undefined: it is about something else. */
export function ruleRefusal({ field, message }: FieldError): RuleRefusal | undefined {
  const part = /x-kubernetes-validations\[\d+\]\.(rule|messageExpression|optionalOldSelf)$/.exec(field)?.[1] ?? 'rule';
  for (const [pattern, explain] of explanations) {
    const found = pattern.exec(message);
    if (found !== null) return { argument: part, ...explain(found, part) };
  }
  return undefined;
}

/** The rules of a schema by the paths that errors of them have, such as `properties[a].x-kubernetes-validations[0]`. */
export function rulesByPath(schema: JsonSchemaProps): ReadonlyMap<string, ValidationRule> {
  const rules = new Map<string, ValidationRule>();
  const visit = (node: JsonSchemaProps, path: string): void => {
    const below = path === '' ? '' : `${path}.`;
    node['x-kubernetes-validations']?.forEach((rule, index) =>
      rules.set(`${below}x-kubernetes-validations[${index}]`, rule),
    );
    const { properties = {}, items, additionalProperties } = node;
    for (const [name, property] of Object.entries(properties)) visit(property, `${below}properties[${name}]`);
    if (items !== undefined) visit(items, `${below}items`);
    if (typeof additionalProperties === 'object') visit(additionalProperties, `${below}additionalProperties`);
  };
  visit(schema, '');
  return rules;
}

type Explain = (found: RegExpExecArray, part: string) => Omit<RuleRefusal, 'argument'>;

const LIMITS_HINT =
  'limit what is large: +kubebuilder:validation:MaxItems for lists, MaxProperties for maps, MaxLength for text, at the fields that the rule reads and at the lists and maps around it';
const FORMAT_HINT = "write numbers as 'is %d'.format([self]): what string(…) makes of one counts as text of any length";
const FIELDS_HINT = 'self is the value below the marker, with the fields that its type declares';

/** What messages say, the first that matches. */
const explanations: readonly (readonly [pattern: RegExp, explain: Explain])[] = [
  [/compilation failed: ERROR: ([^]*)$/, (found, part) => doesNotCompile(found[1] ?? '', part)],
  [
    /cel expression must evaluate to a bool$/,
    () => ({
      problem: 'rule has to be true or false, and is something else',
      hint: 'compare the value with what it has to be',
    }),
  ],
  [
    /messageExpression must evaluate to a string$/,
    () => ({
      problem: 'messageExpression has to be text, and is something else',
      hint: "string(…) makes text, and 'is %d'.format([self]) writes values into it",
    }),
  ],
  [
    /instantiation failed: ([^]*)$/,
    (found, part) => ({
      problem: `${part} fails for every value: ${found[1] ?? ''}`,
      hint: 'a constant in it is not what its function takes',
    }),
  ],
  [
    /estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of (.*?) \(/,
    (found) => ({
      problem: `all rules of the version together are estimated to cost ${times(found)} what they may`,
      hint: LIMITS_HINT,
    }),
  ],
  [
    /contributed to estimated rule cost total/,
    (_found, part) => ({
      problem: `${part} is one of those that cost most, and all rules of the version together cost too much`,
      hint: LIMITS_HINT,
    }),
  ],
  [
    /cost exceeds budget by factor of (.*?) \(/,
    (found, part) => ({
      problem: `${part} is estimated to cost ${times(found)} what it may`,
      hint: part === 'messageExpression' ? `${FORMAT_HINT}; ${LIMITS_HINT}` : LIMITS_HINT,
    }),
  ],
  [
    /oldSelf cannot be used on the uncorrelatable portion/,
    () => ({
      problem: 'rule uses oldSelf inside of a list whose elements have no keys: their old values are not known',
      hint: 'remove oldSelf from the rule, or give the list keys: +listType=map and +listMapKey=<field>, if its elements are objects',
    }),
  ],
  [
    /may not be set if oldSelf is not used in rule$/,
    () => ({
      problem: 'optionalOldSelf is for rules with oldSelf, and this one has none',
      hint: 'remove optionalOldSelf, or use oldSelf',
    }),
  ],
  [
    /failed to construct type information|failed to convert to declType/,
    () => ({
      problem: 'a rule cannot see values without a declared type',
      hint: 'move the rule to a field whose type is declared, or declare the type of this one',
    }),
  ],
];

/** `1.5x` is 1.5 times; `more than 100x` is more than 100 times. */
function times(found: RegExpExecArray): string {
  return (found[1] ?? '').replace(/x$/, ' times');
}

/** The first mistake of an expression, and how many more there are. `text`: as cel-go prints them. */
function doesNotCompile(text: string, part: string): Omit<RuleRefusal, 'argument'> {
  const [first = '', ...more] = text.split('\nERROR: ');
  const [, line = '1', column = '1', said = first] = /^<input>:(-?\d+):(\d+): ([^\n]*)/.exec(first) ?? [];
  const place = Number(line) < 1 ? '' : ` (${Number(line) > 1 ? `line ${line}, ` : ''}character ${column})`;
  const others = more.length === 0 ? '' : `; and ${more.length} more`;
  const hint = hintFor(said);
  return { problem: `${part} does not compile: ${said}${place}${others}`, ...(hint !== undefined && { hint }) };
}

function hintFor(said: string): string | undefined {
  if (/^undefined field|^undeclared reference/.test(said)) return FIELDS_HINT;
  if (said.startsWith('found no matching overload'))
    return 'the types in brackets do not go together: convert one of them';
  if (said.startsWith('Syntax error')) return 'the expression ends too early, or has something that CEL does not know';
  return undefined;
}
