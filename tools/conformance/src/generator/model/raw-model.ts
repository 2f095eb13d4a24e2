import fc from 'fast-check';
import { docLines } from './prose.ts';

/**
 * The values that fast-check generates: numbers that select, and strings. {@link resolveModel} makes an API from any of
 * them, so that every smaller value is an API too: this is how cases shrink.
 */
export interface RawModel {
  readonly common: readonly RawType[];
  readonly groups: readonly RawGroup[];
  readonly folderMarkers: readonly RawMarker[];
  /** Allows features of newer releases of controller-gen. */
  readonly newer: number;
  /** Breaks some models. */
  readonly broken: number;
  readonly breakage: number;
}

/** An API group. */
export interface RawGroup {
  readonly name: number;
  readonly kinds: readonly RawKind[];
  readonly versions: readonly RawVersion[];
  readonly storage: number;
  readonly optionalByDefault: number;
}

/** A kind, in every version of its group. */
export interface RawKind {
  readonly name: number;
  readonly comment: RawComment;
  readonly fields: readonly RawField[];
  readonly status: boolean;
}

/** A version of a group. */
export interface RawVersion {
  readonly types: readonly RawType[];
  readonly flags: number;
}

/** A declaration. */
export interface RawType {
  readonly kind: number;
  readonly name: number;
  readonly comment: RawComment;
  readonly fields: readonly RawField[];
  readonly parents: readonly number[];
  readonly use: RawUse;
  readonly words: readonly string[];
}

/** A field. */
export interface RawField {
  readonly name: number;
  readonly comment: RawComment;
  readonly use: RawUse;
  readonly optional: boolean;
  readonly presence: number;
  readonly nullable: number;
  readonly pointer: boolean;
}

/**
 * A use of a type: `shape` chooses among scalars, references, lists and maps; each of `wrap` puts a list or a map
 * around it.
 */
export interface RawUse {
  readonly shape: number;
  readonly pick: number;
  readonly wrap: readonly boolean[];
}

/** Description and markers. */
export interface RawComment {
  readonly doc: readonly string[];
  readonly markers: readonly RawMarker[];
  readonly place: number;
}

/** A marker, chosen among those that fit. */
export interface RawMarker {
  readonly pick: number;
  readonly number: number;
  readonly other: number;
  readonly text: string;
  readonly words: readonly string[];
  readonly flag: boolean;
}

const choice = fc.nat({ max: 999 });

const word: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'a',
    'on',
    'Yes',
    'null',
    '~',
    'true',
    '1',
    '1.5',
    '0x1F',
    '2024-01-15',
    '12:30',
    'a b',
    'a: b',
    "it's",
    '#x',
    'x #y',
    '-',
    '*',
    'a;b',
    'a,b',
    '{a}',
    '=',
    '<<',
    'ä€',
    '😀',
    '\\d+',
  ),
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.stringMatching(/^[ -!#-~]{1,12}$/),
);

const text: fc.Arbitrary<string> = fc.oneof(
  word,
  docLines.map((lines) => /^.{0,120}/su.exec(lines.join(' '))?.[0] ?? ''),
);

const marker: fc.Arbitrary<RawMarker> = fc.record({
  pick: choice,
  number: fc.integer({ min: -20, max: 200 }),
  other: choice,
  text,
  words: fc.array(word, { minLength: 1, maxLength: 4 }),
  flag: fc.boolean(),
});

function comment(maxMarkers: number): fc.Arbitrary<RawComment> {
  return fc.record({
    doc: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 3, arbitrary: docLines }),
    markers: fc.array(marker, { maxLength: maxMarkers }),
    place: fc.nat({ max: 9 }),
  });
}

const use: fc.Arbitrary<RawUse> = fc.record({
  shape: choice,
  pick: choice,
  wrap: fc.array(fc.boolean(), { maxLength: 2 }),
});

const field: fc.Arbitrary<RawField> = fc.record({
  name: choice,
  comment: comment(4),
  use,
  optional: fc.boolean(),
  presence: choice,
  nullable: choice,
  pointer: fc.boolean(),
});

const type: fc.Arbitrary<RawType> = fc.record({
  kind: choice,
  name: choice,
  comment: comment(3),
  fields: fc.array(field, { maxLength: 7 }),
  parents: fc.array(choice, { maxLength: 2 }),
  use,
  words: fc.array(word, { minLength: 1, maxLength: 5 }),
});

const kind: fc.Arbitrary<RawKind> = fc.record({
  name: choice,
  comment: comment(6),
  fields: fc.array(field, { maxLength: 3 }),
  status: fc.boolean(),
});

const group: fc.Arbitrary<RawGroup> = fc.record({
  name: choice,
  kinds: fc.array(kind, { minLength: 1, maxLength: 2 }),
  versions: fc.array(fc.record({ types: fc.array(type, { maxLength: 6 }), flags: choice }), {
    minLength: 1,
    maxLength: 3,
  }),
  storage: choice,
  optionalByDefault: choice,
});

/** Random models before they are resolved. */
export const rawModels: fc.Arbitrary<RawModel> = fc.record({
  common: fc.array(type, { maxLength: 3 }),
  groups: fc.array(group, { minLength: 1, maxLength: 2 }),
  folderMarkers: fc.array(marker, { maxLength: 6 }),
  newer: choice,
  broken: choice,
  breakage: choice,
});
