import type { CaseTable } from './type-error-case.ts';

const BASE = "interface Base { name: string; size?: int32; mode: 'a' | 'b'; tags: string[] }";

/** Interfaces that contradict their bases, and declarations that contradict each other. */
export const wrongParents: readonly CaseTable[] = [
  {
    name: 'an extends that contradicts its base',
    rows: [
      ['Child', `${BASE} interface Child extends Base { name: int32 }`],
      ['Child', `${BASE} interface Child extends Base { name?: string }`],
      ['Child', `${BASE} interface Child extends Base { size: string }`],
      ['Child', `${BASE} interface Child extends Base { mode: 'c' }`],
      ['Child', `${BASE} interface Child extends Base { mode: 'a' | 'b' | 'c' }`],
      ['Child', `${BASE} interface Child extends Base { tags: int32[] }`],
      ['Child', `${BASE} interface Child extends Base { tags: string }`],
      ['Child', `${BASE} interface Child extends Base { name: string | null }`],
      ['Child', `${BASE} interface Child extends Partial<Base> { name: int32 }`],
      ['Child', `${BASE} interface Child extends Pick<Base, 'name'> { name: boolean }`],
      ['Child', 'interface Child extends PodSpec { containers: string[] }'],
      ['Child', 'interface Child extends PodSpec { nodeName: int32 }'],
      ['Child', 'interface Child extends Container { ports: string }'],
      ['Child', 'interface Child extends Record<string, string> { count: int32 }'],
      ['Child', `${BASE} interface Middle extends Base {} interface Child extends Middle { tags?: string[] }`],
      ['Child', `${BASE} interface Child extends Base { inner: Other } interface Other extends Base { mode: string }`],
    ],
  },
  {
    name: 'parents that contradict each other',
    rows: [
      ['Both', 'interface A { x: string } interface B { x: int32 } interface Both extends A, B {}'],
      ['Both', 'interface A { x: string } interface B { x?: string } interface Both extends A, B {}'],
      ['Both', 'interface A { x: "a" } interface B { x: "b" } interface Both extends A, B {}'],
      ['Both', 'interface A { x: string[] } interface B { x: string } interface Both extends A, B { y: string }'],
    ],
  },
  {
    name: 'a parent that can be none',
    rows: [
      ['Child', 'interface Child extends string { x: string }'],
      ['Child', "type Mode = 'a' | 'b'; interface Child extends Mode { x: string }"],
      ['Child', 'type Both = { a: string } | { b: string }; interface Child extends Both { x: string }'],
      ['Child', 'interface Child extends Missing { x: string }'],
      ['Child', 'interface Child extends Child { x: string }'],
      ['Child', 'interface Child extends Other { x: string } interface Other extends Child { y: string }'],
      ['Child', 'const value = { a: 1 }; interface Child extends value { x: string }'],
      ['Child<string>', 'interface Child<T> extends T { x: string }'],
      ['Child', 'enum Level { Low = "low" } interface Child extends Level { x: string }'],
    ],
  },
  {
    name: 'a declaration twice',
    rows: [
      ['Door', 'type Door = { a: string }; type Door = { b: string };'],
      ['Door', 'interface Door { a: string } type Door = { b: string };'],
      ['Door', 'interface Door { a: string } interface Door { a: int32 }'],
      ['Door', 'interface Door { a: string; a: string }'],
      ['Door', 'interface Door { a: string; a: int32 }'],
      ['Door', 'interface Door<T> { a: T } interface Door { b: string }'],
      ['Door', 'interface Door { [key: string]: string; [name: string]: int32 }'],
      ['Level', "enum Level { Low = 'low', Low = 'lo' }"],
      ['Level', "enum Level { Low = 'low' } interface Level { a: string }"],
      ['PodSpec', 'interface PodSpec { a: string }'],
      [
        'Held',
        'interface Held { mode: (typeof mode)[number] } const mode = ["a"] as const; const mode = ["b"] as const;',
      ],
    ],
  },
  {
    name: 'an index signature that contradicts',
    rows: [
      ['Map1', 'interface Map1 { [key: string]: string; count: int32 }'],
      ['Map1', 'interface Map1 { [key: string]: string; count?: string }'],
      ['Map1', 'interface Map1 { [key: boolean]: string }'],
      ['Map1', "interface Map1 { [key: 'a' | 'b']: string }"],
      ['Map1', 'interface Map1 { [key: string]: string; [index: number]: int32 }'],
      ['Map1', 'interface Map1 { [key]: string }'],
    ],
  },
];
