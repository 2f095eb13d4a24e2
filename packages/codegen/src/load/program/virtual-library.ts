import { WHOLE_LIBRARY_FOLDER } from './names.ts';

/** The compiler's name of the library. */
export const LIBRARY_FILE = '/.kb/lib.d.ts';

/** True for a file of the standard library: the virtual one, or the whole one. */
export function isLibraryFile(name: string): boolean {
  return name === LIBRARY_FILE || name.startsWith(`${WHOLE_LIBRARY_FOLDER}/`);
}

/**
 * The type that replaces `object` after `extends` in a condition, so that the property that scalars carry does not make
 * them objects (see `askForRealObjects` in parse-source.ts).
 */
export const OBJECT_NAME = '__KbObject';

/** Its declaration, which the whole library needs too. */
export const OBJECT_TEXT: string = `type ${OBJECT_NAME} = object & { readonly __kbName?: undefined };`;

/** The parts of the standard library that API types and the compiler itself need. */
export const LIBRARY_TEXT: string = `
interface Array<T> { at(index: number): T | undefined; readonly length: number; readonly [n: number]: T }
interface ReadonlyArray<T> { at(index: number): T | undefined; readonly length: number; readonly [n: number]: T }
interface Boolean { valueOf(): boolean }
interface CallableFunction extends Function {}
interface Function { readonly __kbNoSchema: 'Function' }
interface IArguments {}
interface NewableFunction extends Function {}
interface Number { toFixed(digits?: number): string }
interface Object {}
interface RegExp {}
interface String { readonly length: number; charAt(at: number): string }
interface Symbol {}
interface TemplateStringsArray {}
interface Date { readonly __kbNoSchema: 'Date' }
interface Map<K, V> { readonly __kbNoSchema: 'Map'; readonly k: K; readonly v: V }
interface Set<T> { readonly __kbNoSchema: 'Set'; readonly t: T }
interface Promise<T> { readonly __kbNoSchema: 'Promise'; readonly t: T }
interface PromiseLike<T> { readonly __kbNoSchema: 'PromiseLike'; readonly t: T }
interface Uint8Array { readonly __kbNoSchema: 'Uint8Array' }
type Record<K extends keyof any, T> = { [P in K]: T };
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
type NoInfer<T> = intrinsic;
${OBJECT_TEXT}
type Awaited<T> = T extends PromiseLike<infer U> | Promise<infer U> ? Awaited<U> : T;
type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never;
type ReturnType<T extends (...args: any) => any> = T extends (...args: any) => infer R ? R : any;
type ConstructorParameters<T extends abstract new (...args: any) => any> = T extends abstract new (...args: infer P) => any ? P : never;
type InstanceType<T extends abstract new (...args: any) => any> = T extends abstract new (...args: any) => infer R ? R : any;
type Uppercase<S extends string> = intrinsic;
type Lowercase<S extends string> = intrinsic;
type Capitalize<S extends string> = intrinsic;
type Uncapitalize<S extends string> = intrinsic;
`;
