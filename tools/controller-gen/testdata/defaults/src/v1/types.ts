// +groupName=defaults.example.com

import type { int32, KubernetesObject } from '@kb/apimachinery';

/** Part is a part. */
export interface Part {
  name?: string;
  size?: int32;
}

/** CarSpec has defaults of every sort: what they are is guessed from how they are written. */
export interface CarSpec {
  // +kubebuilder:default=5
  integer: int32; // rule: guess/integer, argument/integer

  // +kubebuilder:default=-5
  negative: int32; // rule: guess/negative

  // +kubebuilder:default=true
  true: boolean; // rule: guess/bool, argument/bool

  // +kubebuilder:default=false
  false: boolean;

  // +kubebuilder:default=truely
  truely: string; // rule: guess/word-that-begins-like-a-bool

  // +kubebuilder:default=red
  bare: string; // rule: guess/bare-text

  // +kubebuilder:default=two words and  more
  spaced: string; // rule: argument/bare-text-keeps-inner-spaces

  // +kubebuilder:default="5"
  quoted: string; // rule: guess/quoted-text

  // +kubebuilder:default="a;b"
  semicolon: string; // rule: guess/semicolon-in-quotes

  // +kubebuilder:default=`a;b`
  rawSemicolon: string;

  // +kubebuilder:default="a \"b\"\tc\u00e9\x21"
  escaped: string; // rule: argument/escapes

  // +kubebuilder:default=`c:\d\"e`
  raw: string; // rule: argument/raw-text

  // +kubebuilder:default='single'
  single: string; // rule: argument/single-quotes-are-text

  // +kubebuilder:default=null
  null: string; // rule: guess/null-is-text

  // +kubebuilder:default={a,b}
  braces: string[]; // rule: guess/list-in-braces, argument/list-in-braces

  // +kubebuilder:default={a,}
  trailing: string[]; // rule: argument/trailing-separator

  // +kubebuilder:default=a;b;c
  legacy: string[]; // rule: guess/list-with-semicolons, argument/list-with-semicolons

  // +kubebuilder:default={{1,2},{3}}
  nested: int32[][]; // rule: argument/nested-lists

  // +kubebuilder:default={}
  emptyList: string[]; // rule: default/empty-map-on-a-list-is-an-empty-list

  // +kubebuilder:default={}
  emptyMap: Record<string, string>; // rule: guess/empty-map

  // +kubebuilder:default={a: b, "c d": e, `f`: "g"}
  map: Record<string, string>; // rule: argument/map-keys

  // +kubebuilder:default={name: "x", size: 5}
  part: Part; // rule: guess/map-values-one-by-one

  // +kubebuilder:default={{name: x}, {name: y, size: 1}}
  parts: Part[]; // rule: guess/list-of-maps

  // +kubebuilder:default={a: {}, b: {{}}}
  inside: unknown; // rule: guess/braces-inside-are-maps

  // +kubebuilder:default={}
  declared: Part;

  // +kubebuilder:default:=7
  colon: int32; // rule: lookup/colon-before-equals

  //+kubebuilder:default=8
  close: int32; // rule: comment/without-space

  // +kubebuilder:default=9
  trimmed: int32; // rule: comment/space-at-the-end

  // +kubebuilder:default=""
  empty: string; // rule: yaml/empty-text

  // +kubebuilder:default=" a "
  padded: string; // rule: yaml/space-at-the-ends

  // +kubebuilder:default={x10: "2024-01-15", x2: "0x1F", x02: a, x002: b, y1z10: c, y1z9: d, "z1.05": e, "z1.5": f, "0": g, "00": h, X3: "1e3", _a: ":", "b.c": "- d"}
  ordered: Record<string, string>; // rule: yaml/natural-order

  // +default="json"
  json: string;

  // +default={"name": "x", "size": [1, null, 2.5], "empty": [], "un\u00efcode": true}
  jsonObject: unknown; // rule: default/json-of-any-shape, argument/json

  // +default=[]
  jsonEmpty: string[];

  // +default=null
  jsonNull: string; // rule: default/json-null-is-none

  // +kubebuilder:default=1
  // +default=2
  both: int32; // rule: default/kubebuilder-wins

  // +kubebuilder:example=3
  example: int32;

  // +kubebuilder:example={name: "x"}
  // +kubebuilder:default={size: 1}
  exampleMap: Part;
}

/** Car shows defaults and examples. */
// +kubebuilder:object:root=true
export interface Car extends KubernetesObject {
  spec: CarSpec;
}
