import { type CelType, kubernetesFunctions } from '@kb/apimachinery/cel';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { writeCall } from '../types/write-call.ts';

const text: JsonSchemaProps = { type: 'string' };
const small: JsonSchemaProps = { ...text, maxLength: 7 };

function listOf(items: JsonSchemaProps, maxItems?: number): JsonSchemaProps {
  return { type: 'array', items, ...(maxItems !== undefined && { maxItems }) };
}

/** Scalars by the names of their types. */
const scalars: Readonly<Record<string, JsonSchemaProps>> = {
  bool: { type: 'boolean' },
  bytes: { ...text, format: 'byte', maxLength: 30 },
  double: { type: 'number' },
  duration: { ...text, format: 'duration' },
  int: { type: 'integer' },
  string: small,
  timestamp: { ...text, format: 'date-time' },
};

/** What the calls have as arguments: for each type a field with limits, and lists of such. */
export const functionSchema: JsonSchemaProps = {
  type: 'object',
  properties: {
    ...Object.fromEntries(Object.entries(scalars).map(([name, schema]) => [`${name}_`, schema])),
    ...Object.fromEntries(Object.entries(scalars).map(([name, schema]) => [`${name}_list`, listOf(schema, 12)])),
    string_wide: text,
    bytes_wide: { ...text, format: 'byte' },
    string_list_wide: listOf(text),
    dyn_: { 'x-kubernetes-int-or-string': true },
    map: { type: 'object', additionalProperties: small, maxProperties: 9 },
  },
};

const literals: Readonly<Record<string, string>> = {
  bool: 'true',
  bytes: "b'abcdefghijklmnopqrstuvwxyz'",
  double: '1.5',
  duration: "duration('1h')",
  int: '3',
  null: 'null',
  string: "'abcdefghijklm'",
  timestamp: "timestamp('2020-01-01T00:00:00Z')",
  uint: '3u',
};

/** Where the arguments come from. */
const sources = ['field', 'wide', 'literal', 'dyn', 'unknown', 'chosen'] as const;
type Source = (typeof sources)[number];

/** How the values of types are made that no field has. */
const constructors: Readonly<Record<string, (text: string) => string>> = {
  'net.IP': (value) => `ip(${value})`,
  'net.CIDR': (value) => `cidr(${value})`,
  'kubernetes.URL': (value) => `url(${value})`,
  'kubernetes.Quantity': (value) => `quantity(${value})`,
  'kubernetes.Semver': (value) => `semver(${value})`,
  'kubernetes.NamedFormat': (value) => `format.named(${value}).value()`,
};

const stringType: CelType = { kind: 'string' };

function argument(type: CelType, source: Source): string {
  switch (source) {
    case 'dyn':
      return `dyn(${argument(type, 'field')})`;
    case 'unknown':
      // Nothing is known of the size of what an optional has.
      return `optional.of(${argument(type, 'field')}).value()`;
    case 'chosen':
      return `(self.bool_ ? ${argument(type, 'field')} : ${argument(type, 'literal')})`;
    default:
      return plainArgument(type, source);
  }
}

function plainArgument(type: CelType, source: Source): string {
  switch (type.kind) {
    case 'list': {
      const name = `${type.element.kind === 'parameter' ? 'string' : type.element.kind}_list`;
      if (source === 'field' && name in properties) return `self.${name}`;
      if (source === 'wide' && `${name}_wide` in properties) return `self.${name}_wide`;
      const element = argument(type.element, source);
      return `[${element}, ${element}]`;
    }
    case 'map':
      return source === 'field' ? 'self.map' : `{${argument(type.key, source)}: ${argument(type.value, source)}}`;
    case 'opaque': {
      const [inside] = type.parameters;
      if (inside !== undefined) return `optional.of(${argument(inside, source)})`;
      return constructors[type.name]?.(argument(stringType, source)) ?? 'dyn(self.string_)';
    }
    case 'parameter':
      return argument(stringType, source);
    case 'dyn':
      return source === 'literal' ? 'dyn(1)' : 'self.dyn_';
    default: {
      const literal = literals[type.kind] ?? 'self';
      if (source === 'literal') return literal;
      if (source === 'wide' && `${type.kind}_wide` in properties) return `self.${type.kind}_wide`;
      return `${type.kind}_` in properties ? `self.${type.kind}_` : literal;
    }
  }
}

const properties = functionSchema.properties ?? {};

/** Calls of every overload that an expression can name, with arguments from each source. */
export function functionCalls(): string[] {
  const calls = [...kubernetesFunctions().values()].flatMap(({ name, overloads }) =>
    overloads.flatMap(({ isMember, args }) =>
      sources.flatMap((source) => {
        const other = source === 'field' ? 'literal' : 'field';
        const mixed = args.map((type, index) => argument(type, index === 0 ? source : other));
        return [args.map((type) => argument(type, source)), mixed].flatMap(
          (written) => writeCall(name, isMember, written) ?? [],
        );
      }),
    ),
  );
  return [...new Set(calls)];
}

/** Expressions whose costs depend on the size of what a call returns. */
export function usesOf(call: string): string[] {
  return [`dyn(${call}) + dyn(self.string_)`, `dyn(${call}).map(x, x == self.dyn_).size()`];
}
