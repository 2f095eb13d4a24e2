declare module 'valibot' {
  interface BaseSchema<T> {
    readonly '~types': T;
  }
  export type InferOutput<T extends { readonly '~types': unknown }> = T['~types'];
  export function object<P extends Record<string, BaseSchema<unknown>>>(
    entries: P,
  ): BaseSchema<{ [K in keyof P]: P[K]['~types'] }>;
  export function string(): BaseSchema<string>;
  export function minLength(length: number): (value: string) => boolean;
  export function email(): (value: string) => boolean;
  export function pipe<T>(schema: BaseSchema<T>, ...checks: ((value: T) => boolean)[]): BaseSchema<T>;
}
