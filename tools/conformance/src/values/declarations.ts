/** The import of scalars, in the project and for the judge. */
export const IMPORT_LINE = `import type { int32, int64, IntOrString, Quantity, Time } from '@kb/apimachinery';`;

/** A type of Kubernetes, declared for the judge, which does not load the packages. */
export const JUDGE_BUILT_INS = `interface SecretKeySelector { name?: string; key: string; optional?: boolean }`;

/** The import of the same type in the project, instead of {@link JUDGE_BUILT_INS}. */
export const BUILT_IN_LINE = `import type { SecretKeySelector } from '@kb/kubernetes/core/v1';`;

/**
 * An enum. Strings are not assignable to it in TypeScript, although its JSON values are strings, so the judge uses
 * {@link JUDGE_ENUM} instead.
 */
export const ENUM_LINE = `enum Level { Low = 'low', High = 'high' }`;
/** A union of literals with the same name as the enum of {@link ENUM_LINE}. */
export const JUDGE_ENUM = `type Level = 'low' | 'high';
declare namespace Level { type Low = 'low'; type High = 'high' }`;

/** The declarations that random type expressions refer to. */
export const BASES = `
interface Door { name: string; width?: int32; level: Level; note?: string | null }
interface Part { a: string | null; b?: int64; c?: string[] | null }
interface Gate { kind: 'gate'; bars: int32[]; inner?: Door | null }
interface Lock { kind: 'lock'; code: string | null; since?: Time; mode?: 'open' | 'shut' | null }
type Entry = Gate | Lock;
type Mode = 'a' | 'b' | null;
type Words = 'b' | 'c';
interface Size { name: string; least?: Quantity | null; port: IntOrString }
interface Wide extends Door { a?: Part | null }
interface Box<T, L = string> { content: T; label?: L | null }
type Pair<T> = [T, T];
type Maybe<T> = T | null;
type Nulls<T> = { [K in keyof T]: T[K] | null };
type Loose<T> = { [K in keyof T]?: T[K] | null };
type Filled<T> = { [K in keyof T]-?: NonNullable<T[K]> };
type Whole<T> = { [K in keyof T]-?: T[K] };
type NonNulls<T> = { [K in keyof T]: NonNullable<T[K]> };
type Same<T> = { [K in keyof T]: T[K] };
type Copy<T> = { [K in keyof T & string]: T[K] };
type Listed<T> = { [K in keyof T]: NonNullable<T[K]>[] };
type Texts<T> = { [K in keyof T]: string };
type Boxed<T> = { [K in keyof T]: Box<T[K]> };
type Replaced<A, B> = Omit<A, keyof B> & B;
type Named<T> = { [K in keyof T as \`its\${Capitalize<K & string>}\`]: T[K] };
type TextsOf<T> = { [K in keyof T as T[K] extends string | null | undefined ? K : never]: T[K] };
type Soft<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;
type SoftNull<T, K extends keyof T> = Omit<T, K> & { [P in K]: T[P] | null };
type ElementOf<T> = T extends readonly (infer E)[] ? E : T;
type IfWhole<T, A, B> = T extends int32 ? A : B;
type IfText<T, A, B> = T extends string ? A : B;
type IfNull<T, A, B> = null extends T ? A : B;
type IfObject<T> = T extends object ? T : T | null;
type OrNull<T> = T extends null ? never : T | null;
type WithoutNull<T> = T extends null ? never : T;
type ValueOf<T> = T[keyof T];
type Deep<T> = T extends (infer E)[] ? Deep<E>[] : T extends object ? { [K in keyof T]?: Deep<T[K]> } : T;
type DeepNull<T> = T extends (infer E)[] ? DeepNull<E>[] : T extends object ? { [K in keyof T]: DeepNull<T[K]> | null } : T;
type Alike<T, U> = T extends U ? (U extends T ? T : U) : Maybe<T>;
`;

/** Returns the declarations of {@link BASES} that an expression needs, directly or indirectly. */
export function basesOf(expression: string): string {
  const needed = new Set<string>();
  const open = [expression];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const [word] of text.matchAll(/\b[A-Z]\w*\b/g)) {
      const line = byName.get(word);
      if (line === undefined || needed.has(line)) continue;
      needed.add(line);
      open.push(line);
    }
  }
  return [...byName.values()].filter((line) => needed.has(line)).join('\n');
}

/** The declarations by name; each is one line. */
const byName: ReadonlyMap<string, string> = new Map(
  BASES.split('\n').flatMap((line) => {
    const name = /^(?:type|interface) (\w+)/.exec(line)?.[1];
    return name === undefined ? [] : [[name, line] as const];
  }),
);
