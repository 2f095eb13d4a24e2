import type { CaseOptions, LibraryCase } from './library-case.ts';

const DOOR = `
interface Door {
  name: string;
  width: int32;
  note?: string | null;
  inner?: { lock: string; code?: int32 };
  tags: string[];
}`;

function typeFest(type: string, options: CaseOptions = {}): LibraryCase {
  const names = [...new Set(type.match(/\b[A-Z]\w+(?=<)/g) ?? [type])].filter(
    (name) => !['Record', 'Pick'].includes(name),
  );
  return {
    ...options,
    name: `type-fest: ${type}`,
    type,
    before: `import type { ${names.join(', ')} } from 'type-fest';${DOOR}`,
  };
}

/** Types that type-fest computes from a user's types. */
export const typeFestCases: readonly LibraryCase[] = [
  typeFest("SetOptional<Door, 'name' | 'tags'>"),
  typeFest("SetRequired<Door, 'note'>"),
  typeFest("SetNonNullable<Door, 'note'>"),
  typeFest("SetReadonly<Door, 'name'>"),
  typeFest("SetFieldType<Door, 'width', string>"),
  typeFest('Simplify<Door & { more: string }>'),
  typeFest('Merge<Door, { width: string; more?: string }>'),
  typeFest('Spread<Door, { width: string }>'),
  typeFest('OverrideProperties<Door, { width: int64 }>'),
  typeFest('PartialDeep<Door>'),
  typeFest('RequiredDeep<Door>'),
  typeFest('ReadonlyDeep<Door>'),
  typeFest("Except<Door, 'name'>"),
  typeFest("PickDeep<Door, 'inner.lock'>"),
  typeFest("OmitDeep<Door, 'inner.lock'>"),
  typeFest('ConditionalPick<Door, string>'),
  typeFest('ConditionalExcept<Door, string>'),
  typeFest("RequireExactlyOne<{ a?: string; b?: string }, 'a' | 'b'>"),
  typeFest("RequireAllOrNone<{ a?: string; b?: string }, 'a' | 'b'>"),
  typeFest("RequireOneOrNone<{ a?: string; b?: string }, 'a' | 'b'>"),
  typeFest('MergeExclusive<{ a: string }, { b: string }>'),
  typeFest("Tagged<string, 'Name'>", { unbranded: 'string' }),
  typeFest("Tagged<{ a: string }, 'Pair'>", { unbranded: '{ a: string }' }),
  typeFest("UnwrapTagged<Tagged<string, 'Name'>>"),
  typeFest("LiteralUnion<'a' | 'b', string>"),
  typeFest("ValueOf<{ a: 'x'; b: 'y' }>"),
  typeFest("TupleToUnion<['a', 'b']>"),
  typeFest('IntRange<0, 5>'),
  typeFest('NonEmptyTuple<string>'),
  typeFest('Jsonify<Door>'),
  typeFest('JsonValue'),
  typeFest('JsonObject'),
  typeFest('UnknownRecord'),
  typeFest("CamelCasedProperties<{ 'a-b': string }>"),
  typeFest('SnakeCasedPropertiesDeep<{ aB: { cD: string } }>'),
  typeFest('AllUnionFields<{ a: string } | { b: string }>'),
  typeFest('UnionToIntersection<{ a: string } | { b: string }>'),
  typeFest("DistributedOmit<{ k: 'a'; x: string } | { k: 'b'; y: string }, 'x'>"),
  typeFest("Writable<SetReadonly<Door, 'name'>>"),
  typeFest("RequireAtLeastOne<{ a?: string; b?: string; c: string }, 'a' | 'b'>", {
    refused: 'a value can match both',
    instead: '{ a?: string; b?: string; c: string }',
  }),
  typeFest('FixedLengthArray<string, 3>', { refused: 'has the methods of Array', instead: '[string, string, string]' }),
  typeFest('Promisable<string>', { refused: 'PromiseLike is not a JSON type', instead: 'string' }),
  typeFest('Arrayable<string>', { refused: 'a CRD cannot express the union T | T[]', instead: 'string[]' }),
];
