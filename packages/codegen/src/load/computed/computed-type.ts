import type { TypeUse } from '../../model/model.ts';
import type { ComputedPlace, LoadContext } from '../context/load-context.ts';
import { ts } from '../../compiler.ts';
import { isBesideObjects, primitivesOf } from '../types/brand.ts';
import { fractionalLiteral, numberOfSchema, plainNumberInside } from '../findings/number-findings.ts';
import { patternOfType } from '../types/template-literal.ts';
import { tupleOf } from '../types/tuple.ts';
import { unknownType } from '../../model/type-uses.ts';
import { oneLine } from '../types/union.ts';
import { inside, reportAt } from '../validation/schema-type.ts';
import { isAnyJson } from './any-json.ts';
import { resolveComputedObject } from './computed-object.ts';
import { computedUnion } from './computed-union.ts';
import { namedType } from './named-type.ts';
import {
  isClass,
  isEmptyIntersection,
  isFunction,
  MAX_DEPTH,
  refuse,
  refuseOfLibrary,
  reportNesting,
} from './refuse-computed.ts';

/**
 * Resolves a type that the compiler computed: indexed accesses, mapped and conditional types, which only the compiler
 * can evaluate. Declared types keep their names if the compiler still has them.
 */
export function resolveComputed(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse {
  const { checker } = context;
  // In the true branch of a conditional type, the compiler wraps the checked type together with its constraint.
  if ((type.flags & ts.TypeFlags.Substitution) !== 0)
    return resolveComputed(context, (type as ts.SubstitutionType).baseType, place);
  if (isAnyJson(checker, type)) return { kind: 'json' };
  const foreign = refuseOfLibrary(context, type, place);
  if (foreign !== undefined) return foreign;
  const named = namedType(context, type, place);
  if (named !== undefined) return named;
  const { outer, node, written } = place;
  if (outer.includes(type) || outer.length > MAX_DEPTH) return reportNesting(context, type, place);
  const inner: ComputedPlace = {
    node,
    outer: [...outer, type],
    ...(written !== undefined && { written }),
    ...(place.schema !== undefined && { schema: place.schema }),
  };
  if (type.isUnion()) return computedUnion(context, type, inner);
  const literal = literalValue(checker, type);
  if (literal !== undefined) return literalType(context, literal, place);
  if ((type.flags & ts.TypeFlags.String) !== 0) return { kind: 'scalar', scalar: 'string' };
  if ((type.flags & ts.TypeFlags.Boolean) !== 0) return { kind: 'scalar', scalar: 'boolean' };
  if ((type.flags & ts.TypeFlags.Unknown) !== 0) return { kind: 'json' };
  if ((type.flags & ts.TypeFlags.Number) !== 0) return plainNumber(context, place);
  if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) {
    const source = patternOfType(context, type, node);
    return source === undefined ? unknownType : { kind: 'pattern', source };
  }
  if (checker.isTupleType(type)) return computedTuple(context, type as ts.TupleTypeReference, inner);
  if (checker.isArrayType(type)) {
    const [items] = checker.getTypeArguments(type as ts.TypeReference);
    return items === undefined
      ? unknownType
      : { kind: 'list', items: listItem(context, items, inside(inner, { kind: 'items' })) };
  }
  const branded = brandedType(context, type, inner);
  if (branded !== undefined) return branded;
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (type.isIntersection() && isEmptyIntersection(checker, type)) {
    reportAt(context, place, {
      code: 'KB_NO_SCHEMA',
      message: `no value fits all parts of ${oneLine(type.types.map((part) => checker.typeToString(part)).join(' & '))}`,
      hint: 'the literals of a field that several parts have must have one in common',
    });
    return unknownType;
  }
  if (isObject && !isFunction(type) && !isClass(type)) {
    return resolveComputedObject(context, type, inner);
  }
  return refuse(context, type, place);
}

/** Resolves a string, a number or a closed set that is intersected with a brand or another object. */
function brandedType(context: LoadContext, type: ts.Type, place: ComputedPlace): TypeUse | undefined {
  const primitives = primitivesOf(type);
  const [only] = primitives;
  if (!type.isIntersection() || only === undefined) return undefined;
  const isOneOfThem = primitives.length === 1 && !isBesideObjects(context.checker, type);
  return isOneOfThem ? resolveComputed(context, only, place) : refuse(context, type, place);
}

/** Resolves the elements of a list; undefined is refused, because JSON does not have it. */
function listItem(context: LoadContext, items: ts.Type, place: ComputedPlace): TypeUse {
  const parts = items.isUnion() ? items.types : [items];
  if (parts.some((part) => (part.flags & ts.TypeFlags.Undefined) !== 0)) {
    reportAt(context, place, {
      code: 'KB_NO_SCHEMA',
      message: 'the elements of a list cannot be undefined: JSON has no such value',
      hint: 'remove undefined (write NonNullable<T[K]>[] where an optional field of a type brings it in), or write null for an element that can be null',
    });
    return unknownType;
  }
  return resolveComputed(context, items, place);
}

function computedTuple(context: LoadContext, type: ts.TupleTypeReference, place: ComputedPlace): TypeUse {
  const { elementFlags } = type.target;
  const elements = context.checker.getTypeArguments(type).map((element, index) => {
    const flags = elementFlags[index] ?? ts.ElementFlags.Required;
    return {
      type: resolveComputed(context, element, inside(place, { kind: 'shape' })),
      optional: (flags & ts.ElementFlags.Optional) !== 0,
      rest: (flags & ts.ElementFlags.Variable) !== 0,
    };
  });
  return tupleOf(context, elements, place.node);
}

function literalValue(checker: ts.TypeChecker, type: ts.Type): string | number | boolean | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  return (type.flags & ts.TypeFlags.BooleanLiteral) === 0 ? undefined : checker.typeToString(type) === 'true';
}

function plainNumber(context: LoadContext, place: ComputedPlace): TypeUse {
  if (context.allowsFloats(place.node)) return { kind: 'scalar', scalar: 'number' };
  reportAt(context, place, place.schema === undefined ? plainNumberInside : numberOfSchema, { type: 'int32' });
  return unknownType;
}

function literalType(context: LoadContext, value: string | number | boolean, place: ComputedPlace): TypeUse {
  if (typeof value !== 'number' || Number.isInteger(value) || context.allowsFloats(place.node))
    return { kind: 'enum', values: [value] };
  reportAt(context, place, fractionalLiteral(value));
  return unknownType;
}
