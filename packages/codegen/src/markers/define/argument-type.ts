/** The type of a marker's argument: those of controller-gen, and a few more. */
export type ArgumentType =
  | { readonly kind: 'string' | 'int' | 'number' | 'bool' }
  /** Guessed from how it is written. */
  | { readonly kind: 'any' }
  /** JSON, up to the end of the marker. */
  | { readonly kind: 'json' }
  /** Text, up to the end of the marker, as it is written. */
  | { readonly kind: 'raw' }
  /** Text in quotes, those of Go or of JSON. */
  | { readonly kind: 'quoted' }
  | { readonly kind: 'list'; readonly items: ArgumentType }
  | { readonly kind: 'map'; readonly values: ArgumentType };

/** Describes the expected value, for a message. */
export function describeArgumentType(type: ArgumentType): string {
  switch (type.kind) {
    case 'string':
    case 'raw':
      return 'text';
    case 'quoted':
      return 'text in quotes';
    case 'int':
      return 'an integer';
    case 'number':
      return 'a number';
    case 'bool':
      return 'true or false';
    case 'json':
      return 'JSON';
    case 'any':
      return 'a value';
    case 'list':
      return 'values, with ; between them,';
    case 'map':
      return '{key: value, …}';
  }
}

/** The name of a type in the reference: `string`, `[]string`, `map[string]any`. */
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
    case 'raw':
    case 'string':
      return type.kind;
    case 'quoted':
      return 'string';
  }
}
