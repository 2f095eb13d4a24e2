/** The type of a marker's argument, as controller-gen's markers have them. */
export type ArgumentType =
  | { readonly kind: 'string' | 'int' | 'number' | 'bool' }
  /** Guessed from how it is written. */
  | { readonly kind: 'any' }
  /** JSON, up to the end of the marker. */
  | { readonly kind: 'json' }
  | { readonly kind: 'list'; readonly items: ArgumentType }
  | { readonly kind: 'map'; readonly values: ArgumentType };

/** The name of a type in messages and in the reference: `string`, `[]string`, `map[string]any`. */
export function formatArgumentType(type: ArgumentType): string {
  switch (type.kind) {
    case 'list':
      return `[]${formatArgumentType(type.items)}`;
    case 'map':
      return `map[string]${formatArgumentType(type.values)}`;
    case 'any':
    case 'bool':
    case 'int':
    case 'json':
    case 'number':
    case 'string':
      return type.kind;
  }
}
