import { type CelType, kubernetesFunctions, type Overload, printType } from '@kb/apimachinery/cel';
import type { Random } from '../../random.ts';
import { writeCall } from './write-call.ts';

/** Literals of the types that have them. */
const literals: Readonly<Record<string, readonly string[]>> = {
  bool: ['true', 'false'],
  bytes: ["b'a'"],
  double: ['1.5', '-0.0', '1e300'],
  duration: ["duration('1h')", "duration('1x')"],
  dyn: ['dyn(1)', "dyn('a')"],
  int: ['0', '1', '-1', '9223372036854775807'],
  null: ['null'],
  string: ["''", "'a'", "'%d %s'", "'('"],
  timestamp: ["timestamp('2020-01-01T00:00:00Z')", "timestamp('x')"],
  uint: ['1u', '0u'],
};
const simple: readonly CelType[] = (
  ['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'null', 'string', 'timestamp', 'uint'] as const
).map((kind) => ({ kind }));

interface Variable {
  readonly text: string;
  readonly type: CelType;
}

/** Makes expressions whose types mostly, but not always, fit. */
export interface ExpressionMaker {
  readonly make: (wanted: CelType) => string;
}

/** Creates an {@link ExpressionMaker} for an environment with the type of `self`. */
export function expressionMaker(random: Random, self: CelType): ExpressionMaker {
  const functions = [...kubernetesFunctions().values()].flatMap(({ name, overloads }) =>
    overloads.map((overload) => ({ name, overload })),
  );
  const pathsOf = ({ text, type }: Variable, depth: number): Variable[] => [
    { text, type },
    ...(type.kind === 'object' && depth > 0
      ? [...type.fields].flatMap(([name, field]) => pathsOf({ text: `${text}.${name}`, type: field }, depth - 1))
      : []),
  ];
  const fixed = pathsOf({ text: 'self', type: self }, 3);

  const make = (wanted: CelType, depth: number, variables: readonly Variable[]): string => {
    if (random.chance(0.05)) return make(random.pick(simple) ?? wanted, depth, variables);
    if (depth > 0 && random.chance(0.7)) {
      const call = makeCall(wanted, depth, variables);
      if (call !== undefined) return call;
    }
    const name = printType(wanted);
    const known = [...fixed, ...variables].filter(({ type }) => printType(type) === name);
    const path = random.chance(0.5) ? random.pick(known) : undefined;
    if (path !== undefined) return path.text;
    return makeLiteral(wanted, depth, variables) ?? random.pick(known)?.text ?? random.pick(fixed)?.text ?? 'self';
  };

  const makeLiteral = (wanted: CelType, depth: number, variables: readonly Variable[]): string | undefined => {
    const inner = (type: CelType): string => make(type, depth - 1, variables);
    switch (wanted.kind) {
      case 'list':
        if (depth > 0 && random.chance(0.3)) return makeLoop(wanted.element, depth, variables);
        return `[${Array.from({ length: random.below(3) }, () => (depth > 0 ? inner(wanted.element) : '[]')).join(', ')}]`;
      case 'map':
        return depth > 0 && random.chance(0.7) ? `{${inner(wanted.key)}: ${inner(wanted.value)}}` : '{}';
      case 'opaque':
        if (wanted.name !== 'optional_type') return undefined;
        return depth > 0 ? `optional.of(${inner(wanted.parameters[0] ?? wanted)})` : 'optional.none()';
      case 'parameter':
        return random.pick(Object.values(literals).flat());
      default:
        return random.pick(literals[wanted.kind] ?? []);
    }
  };

  const makeLoop = (element: CelType, depth: number, variables: readonly Variable[]): string => {
    const ranged = random.pick(simple) ?? element;
    const range = make({ kind: 'list', element: ranged }, depth - 1, variables);
    const name = random.pick(['x', 'y', 'self']) ?? 'x';
    const inside = [...variables, { text: name, type: ranged }];
    const bool = (): string => make({ kind: 'bool' }, depth - 1, inside);
    if (random.chance(0.3)) return `${range}.filter(${name}, ${bool()})`;
    if (random.chance(0.3)) return `[${range}.${random.pick(['all', 'exists', 'exists_one'])}(${name}, ${bool()})]`;
    return `${range}.map(${name}, ${make(element, depth - 1, inside)})`;
  };

  const makeCall = (wanted: CelType, depth: number, variables: readonly Variable[]): string | undefined => {
    const chosen = random.pick(functions.filter(({ overload }) => mayReturn(overload, wanted)));
    if (chosen === undefined) return undefined;
    const { name, overload } = chosen;
    const bound = new Map(overload.typeParameters.map((each) => [each, random.pick(simple) ?? wanted]));
    if (overload.result.kind === 'parameter') bound.set(overload.result.name, wanted);
    const args = overload.args.map((type) => make(bind(type, bound), depth - 1, variables));
    return writeCall(name, overload.isMember, args);
  };

  return { make: (wanted) => make(wanted, 3, []) };
}

function mayReturn({ result }: Overload, wanted: CelType): boolean {
  if (result.kind === 'parameter') return true;
  if (result.kind === 'opaque' && wanted.kind === 'opaque') return result.name === wanted.name;
  return result.kind === wanted.kind;
}

function bind(type: CelType, bound: ReadonlyMap<string, CelType>): CelType {
  switch (type.kind) {
    case 'parameter':
      return bound.get(type.name) ?? type;
    case 'list':
      return { kind: 'list', element: bind(type.element, bound) };
    case 'map':
      return { kind: 'map', key: bind(type.key, bound), value: bind(type.value, bound) };
    case 'opaque':
      return { ...type, parameters: type.parameters.map((each) => bind(each, bound)) };
    default:
      return type;
  }
}
