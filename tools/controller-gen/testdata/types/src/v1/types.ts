// +groupName=types.example.com

import type { Bytes, int32, int64, KubernetesObject } from '@kb/apimachinery';
import type { Elsewhere } from './common.ts';

/** Text is text. */
export type Text = string;

/** Number is a number. */
export type Number = int64;

/** Yes is true or false. */
export type Yes = boolean;

/** Words are words. */
export type Words = Text[];

/** Table is a map. */
export type Table = Record<string, Number>;

/** Blob is data. */
export type Blob = Bytes;

/** Alias is another name for text, with markers of its own. */
// +kubebuilder:validation:MinLength=1
export type Alias = string;

/** Empty has no fields. */
export interface Empty {}

/** Pair has two fields. */
export interface Pair {
  first: Text;
  second: Text;
}

/** ShapeSpec has every shape of type that Go and TypeScript share. */
export interface ShapeSpec {
  bool: boolean; // rule: type/boolean
  text: string; // rule: type/string
  int32: int32; // rule: type/int32
  int64: int64; // rule: type/int64
  bytes: Bytes; // rule: type/bytes

  pointer: string; // rule: type/pointer-is-what-it-points-at

  list: string[]; // rule: type/list
  listOf: Pair[]; // rule: type/list-of-references
  lists: int32[][]; // rule: type/list-of-lists
  byteLists: Bytes[]; // rule: type/list-of-bytes
  pointers: Pair[];
  listMaps: Record<string, string>[]; // rule: type/list-of-maps

  map: Record<string, string>; // rule: type/map
  mapOf: Record<string, Pair>; // rule: type/map-of-references
  maps: Record<string, Record<string, int32>>; // rule: type/map-of-maps
  mapLists: Record<string, string[]>; // rule: type/map-of-lists
  mapBytes: Record<string, Bytes>;
  mapBools: Record<string, boolean>;
  keyed: Record<Text, string>; // rule: type/map-with-declared-keys
  deep: Record<string, Record<string, Pair>[]>;

  namedText: Text; // rule: type/declared-scalar
  namedNumber: Number;
  namedBool: Yes;
  namedWords: Words; // rule: type/declared-list
  namedTable: Table; // rule: type/declared-map
  namedBlob: Blob;
  alias: Alias; // rule: type/alias-of-a-scalar
  empty: Empty; // rule: type/object-without-fields
  pair: Pair; // rule: type/object
  elsewhere: Elsewhere; // rule: type/declared-in-another-file

  aVeryLongNameThatNobodyWouldEverWriteOutUnlessTheyHadToAndThenOnlyOnceOrTwiceAYear: string;
  'dashed-name': string; // rule: type/names-of-any-letters
  '123': string;
  true: string;
}

/** Shape shows what types become. */
// +kubebuilder:object:root=true
export interface Shape extends KubernetesObject {
  spec: ShapeSpec;
}
