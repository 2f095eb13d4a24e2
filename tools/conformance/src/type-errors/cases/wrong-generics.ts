import type { CaseTable } from './type-error-case.ts';

const NAMED = 'interface Named { name: string } interface Box<T extends Named> { content: T }';
const MODE = "type Mode = 'a' | 'b'; type Setting<M extends Mode> = { mode: M };";
const PAIR = 'interface Pair<A, B> { a: A; b: B }';

/** Invalid type arguments and type parameters. */
export const wrongGenerics: readonly CaseTable[] = [
  {
    name: 'a type argument outside its constraint',
    rows: [
      ["Setting<'c'>", MODE],
      ["Setting<'a' | 'c'>", MODE],
      ["Setting<'A'>", MODE],
      ['Setting<string>', MODE],
      ['Setting<int32>', MODE],
      ['Box<string>', NAMED],
      ['Box<{ nam: string }>', NAMED],
      ['Box<{ name: int32 }>', NAMED],
      ['Box<{ name?: string }>', NAMED],
      ['Box<Partial<Named>>', NAMED],
      ['Box<Named | string>', NAMED],
      ['Box<Named>[] | Box<boolean>[]', NAMED],
      ['Record<boolean, string>'],
      ['Record<Named, string>', NAMED],
      ['Uppercase<int32>'],
      ['ReturnType<string>'],
      ['Limited', `${MODE} interface Limited extends Setting<'d'> { more: string }`],
      ['Outer<int32>', `${NAMED} type Outer<T> = Box<T>;`],
      ['Outer<Named>', `${NAMED} interface Outer<T> { box: Box<T> }`],
      [
        'Keyed<Named>',
        `${NAMED} type Keyed<T> = Named2<T, 'name'>; type Named2<T, K extends keyof T> = { [P in K]: T[P] };`,
      ],
      ["Of<Named, 'nam'>", `${NAMED} type Of<T, K extends keyof T> = { [P in K]: T[P] };`],
      ['Length<int32>', 'type Length<T extends readonly unknown[]> = { length: T["length"]; first: T[0] };'],
      ['Text<5>', 'type Text<T extends string> = { [K in T]: string };'],
    ],
  },
  {
    name: 'too few or too many type arguments',
    rows: [
      ['Pair', PAIR],
      ['Pair<string>', PAIR],
      ['Pair<string, string, string>', PAIR],
      ['Pair<>', PAIR],
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
      ['Held', `${PAIR} type Held = { pair: Pair<string> };`],
      ['Child', `${PAIR} interface Child extends Pair<string> { c: string }`],
      ['Child', `${PAIR} interface Child extends Pair { c: string }`],
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
