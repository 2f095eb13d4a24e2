// As much of the libraries as the schemas need: what is installed is read in the same way.
declare module 'zod' {
  export namespace z {
    interface Schema<Output> {
      readonly _output: Output;
      optional(): Schema<Output | undefined>;
      nullable(): Schema<Output | null>;
      array(): Schema<Output[]>;
      brand<B extends string>(): Schema<Output & { readonly [brand]: B }>;
    }
    interface Text extends Schema<string> {
      min(length: number): Text;
      regex(expression: string): Text;
    }
    interface Numeric extends Schema<number> {
      int(): Numeric;
    }
    type Fields<Shape> = {
      [K in keyof Shape as undefined extends OutputOf<Shape[K]> ? never : K]: OutputOf<Shape[K]>;
    } & { [K in keyof Shape as undefined extends OutputOf<Shape[K]> ? K : never]?: OutputOf<Shape[K]> };
    type OutputOf<T> = T extends { readonly _output: infer Output } ? Output : never;
    type infer<T extends { readonly _output: unknown }> = T['_output'];
    const brand: unique symbol;
    function object<Shape>(shape: Shape): Schema<{ [K in keyof Fields<Shape>]: Fields<Shape>[K] }>;
    function string(): Text;
    function number(): Numeric;
    function boolean(): Schema<boolean>;
    function literal<T extends string>(value: T): Schema<T>;
    function union<A, B>(shapes: [Schema<A>, Schema<B>]): Schema<A | B>;
  }
}

declare module '@sinclair/typebox' {
  interface TSchema<T> {
    readonly static: T;
  }
  export type Static<T extends { readonly static: unknown }> = T['static'];
  export const Type: {
    Object<P extends Record<string, { readonly static: unknown }>>(
      properties: P,
    ): TSchema<{ [K in keyof P]: P[K]['static'] }>;
    String(options?: { minLength?: number }): TSchema<string>;
    Array<T>(items: TSchema<T>): TSchema<T[]>;
  };
}

declare module 'valibot' {
  interface BaseSchema<T> {
    readonly '~types': T;
  }
  export type InferOutput<T extends { readonly '~types': unknown }> = T['~types'];
  export function object<P extends Record<string, BaseSchema<unknown>>>(
    entries: P,
  ): BaseSchema<{ [K in keyof P]: P[K]['~types'] }>;
  export function string(): BaseSchema<string>;
  export function nullable<T>(of: BaseSchema<T>): BaseSchema<T | null>;
}
