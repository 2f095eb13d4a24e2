declare module 'zod' {
  export namespace z {
    interface Schema<Output> {
      readonly _output: Output;
    }
    interface Text extends Schema<string> {
      min(length: number): Text;
      regex(expression: string): Text;
    }
    interface Numeric extends Schema<number> {
      int(): Numeric;
    }
    type infer<T extends { readonly _output: unknown }> = T['_output'];
    function object<Shape extends Record<string, Schema<unknown>>>(
      shape: Shape,
    ): Schema<{ [K in keyof Shape]: Shape[K]['_output'] }>;
    function string(): Text;
    function number(): Numeric;
  }
}
