// +groupName=topology.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** Entry is an element of a list. */
export interface Entry {
  name: string;
  protocol: string;
}

/** Keyed is told apart by keys. */
// +listType=map
// +listMapKey=name
// +listMapKey=protocol
export type Keyed = Entry[];

/** Words are a set. */
// +listType=set
export type Words = string[];

/** Chunk is replaced as a whole. */
// +listType=atomic
export type Chunk = string[];

/** Table is merged by key. */
// +mapType=granular
export type Table = Record<string, string>;

/** Block is replaced as a whole. */
// +mapType=atomic
export type Block = Record<string, string>;

/** Whole is replaced as a whole. */
// +structType=atomic
export interface Whole {
  name: string;
}

/** Loose is merged by field. */
// +structType=granular
export interface Loose {
  name: string;
}

/** MapSpec has every marker of topology on a field. */
export interface MapSpec {
  keyed: Keyed;
  words: Words;
  chunk: Chunk;
  table: Table;
  block: Block;
  whole: Whole;
  loose: Loose;

  // +listType=map
  // +listMapKey=name
  entries: Entry[];

  // +listMapKey=protocol
  // +listMapKey=name
  // +listType=map
  backwards: Entry[]; // rule: order/list-type-comes-first, topology/keys-in-source-order

  // +listType=set
  set: string[];

  // +listType=atomic
  atomic: string[];

  // +mapType=granular
  granular: Record<string, string>;

  // +mapType=atomic
  atomicMap: Record<string, string>;

  // +structType=atomic
  atomicStruct: Entry; // rule: topology/struct-type-on-a-reference

  // +structType=granular
  atomicReference: Whole; // rule: flatten/map-type-of-the-field-wins

  // +structType=atomic
  structOnMap: Record<string, string>;
}

/** Map shows how lists, maps and objects are merged. */
// +kubebuilder:object:root=true
export interface Map extends KubernetesObject {
  spec: MapSpec;
}
