import type { JsonObject, ResourceDefinition } from '@kb/apimachinery';

/** A version of a kind. */
export type KindVersion = Pick<ResourceDefinition, 'group' | 'version' | 'kind'>;

/** Converts objects of one kind between its versions. */
export interface Converter {
  readonly group: string;
  readonly kind: string;
  /**
   * Converts an object to another version of its kind. Throws an Error for an unknown version; the client gets the
   * message.
   */
  convert(object: JsonObject, desiredVersion: string): JsonObject | Promise<JsonObject>;
}

/** The converters of a webhook server: one for each kind. */
export interface ConverterRegistry {
  /** Throws a TypeError when the kind has one. */
  register(converter: Converter): void;
  find(group: string, kind: string): Converter | undefined;
}

/** Creates an empty registry. */
export function createConverterRegistry(): ConverterRegistry {
  const converters = new Map<string, Converter>();
  const keyOf = ({ group, kind }: Pick<Converter, 'group' | 'kind'>): string => `${kind}.${group}`;
  return {
    register: (converter) => {
      const key = keyOf(converter);
      if (converters.has(key))
        throw new TypeError(`a converter for ${key} is registered already: a kind has one, with all its versions`);
      converters.set(key, converter);
    },
    find: (group, kind) => converters.get(keyOf({ group, kind })),
  };
}
