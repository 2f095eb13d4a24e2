declare module '@sinclair/typebox' {
  interface TSchema<T> {
    readonly static: T;
  }
  export type Static<T extends { readonly static: unknown }> = T['static'];
  export const Type: {
    Object<P extends Record<string, TSchema<unknown>>>(properties: P): TSchema<{ [K in keyof P]: P[K]['static'] }>;
    String(options?: { minLength?: number; pattern?: string }): TSchema<string>;
  };
}
