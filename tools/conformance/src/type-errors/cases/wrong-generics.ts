import type { CaseTable } from '../type-error-case.ts';

const named = 'interface Named { name: string } interface Box<T extends Named> { content: T }';
const mode = "type Mode = 'a' | 'b'; type Setting<M extends Mode> = { mode: M };";
const pair = 'interface Pair<A, B> { a: A; b: B }';

/** Type arguments that do not fit. */
export const wrongGenerics: readonly CaseTable[] = [
  {
    name: 'a type argument outside its constraint',
    rows: [
      ["Setting<'c'>", mode],
      ["Setting<'a' | 'c'>", mode],
      ["Setting<'A'>", mode],
      ['Setting<string>', mode],
      ['Setting<int32>', mode],
      ['Box<string>', named],
      ['Box<{ nam: string }>', named],
      ['Box<{ name: int32 }>', named],
      ['Box<{ name?: string }>', named],
      ['Box<Partial<Named>>', named],
      ['Box<Named | string>', named],
      ['Box<Named>[] | Box<boolean>[]', named],
      ['Record<boolean, string>'],
      ['Record<Named, string>', named],
      ['Uppercase<int32>'],
      ['ReturnType<string>'],
      ['Limited', `${mode} interface Limited extends Setting<'d'> { more: string }`],
      ['Outer<int32>', `${named} type Outer<T> = Box<T>;`],
      ['Outer<Named>', `${named} interface Outer<T> { box: Box<T> }`],
      [
        'Keyed<Named>',
        `${named} type Keyed<T> = Named2<T, 'name'>; type Named2<T, K extends keyof T> = { [P in K]: T[P] };`,
      ],
      ["Of<Named, 'nam'>", `${named} type Of<T, K extends keyof T> = { [P in K]: T[P] };`],
      ['Length<int32>', 'type Length<T extends readonly unknown[]> = { length: T["length"]; first: T[0] };'],
      ['Text<5>', 'type Text<T extends string> = { [K in T]: string };'],
    ],
  },
  {
    name: 'too few or too many type arguments',
    rows: [
      ['Pair', pair],
      ['Pair<string>', pair],
      ['Pair<string, string, string>', pair],
      ['Pair<>', pair],
      ['Box2<string>', 'interface Box2 { x: string }'],
      ['Text<string>', 'type Text = string;'],
      ['Level<string>', "enum Level { Low = 'low' }"],
      ['Array'],
      ['Array<string, string>'],
      ['Record<string>'],
      ['Partial'],
      ['Pick<PodSpec>'],
      ['Omit<PodSpec>'],
      ['PodSpec<string>'],
      ['int32<5>'],
      ['Opt<string, string, string>', 'interface Opt<A, B = string> { a: A; b: B }'],
      ['Opt', 'interface Opt<A, B = string> { a: A; b: B }'],
      ['Held', `${pair} type Held = { pair: Pair<string> };`],
      ['Child', `${pair} interface Child extends Pair<string> { c: string }`],
      ['Child', `${pair} interface Child extends Pair { c: string }`],
    ],
  },
  {
    name: 'a type parameter that is wrong itself',
    rows: [
      ['Two<string, string>', 'interface Two<A, A> { a: A }'],
      ['Late<string>', 'interface Late<A = string, B> { a: A; b: B }'],
      ['Own<string>', 'interface Own<T extends T> { t: T }'],
      ['Bad<string>', 'interface Bad<T = Missing> { t: T }'],
      ['Def<"a">', 'interface Def<T extends string = 5> { t: T }'],
      ['Inner<string>', 'type Inner<T> = { [K in T]: string };'],
      ['Keys<PodSpec>', 'type Keys<T> = { [K in keyof T]: K[T] };'],
      ['Cond<string>', 'type Cond<T> = T extends (infer U)[] ? U : U;'],
    ],
  },
];
