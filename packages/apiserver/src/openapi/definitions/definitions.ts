import type { JsonObject } from '@kb/apimachinery';
import type { TypeName } from '@kb/kubernetes/data';
import type { Content } from './definition-name.ts';
import { sortedByName } from './sorted-by-name.ts';
import { builtInDefinition } from './built-in-definition.ts';
import { definitionName } from './definition-name.ts';
import { optionsKinds, type OptionsScope } from './options-kinds.ts';
import { VERSION_INFO_NAME, versionInfoDefinition } from './version-info.ts';

/** A definition of something other than a built-in type. */
export interface NamedDefinition {
  readonly schema: JsonObject;
  /** The content that it refers to. */
  readonly references: readonly Content[];
}

/** The other inputs of {@link collectDefinitions}. */
export interface DefinitionSources {
  /** By name. */
  readonly custom: ReadonlyMap<string, NamedDefinition>;
  readonly scope: OptionsScope;
}

/** Definitions, as version 3 has them, with all that they refer to, sorted by name; one by one. */
export function* collectDefinitions(
  wanted: Iterable<Content>,
  { custom, scope }: DefinitionSources,
): Generator<void, JsonObject> {
  const found = new Map<string, JsonObject>();
  const waiting = [...wanted];
  for (let content = waiting.pop(); content !== undefined; content = waiting.pop()) {
    if (content === 'text') continue;
    const name = definitionOf(content);
    if (found.has(name)) continue;
    yield;
    const { schema, references } = 'type' in content ? ofType(content.type, scope) : ofName(content.named, custom);
    found.set(name, schema);
    waiting.push(...references);
  }
  return Object.fromEntries(sortedByName(found));
}

/** The name of a request's or response's content in a document. */
export function definitionOf(content: Exclude<Content, 'text'>): string {
  return 'type' in content ? definitionName(content.type) : content.named;
}

function ofType(type: TypeName, scope: OptionsScope): { schema: JsonObject; references: readonly Content[] } {
  const { schema, references } = builtInDefinition(type);
  const isOptions = type === 'meta/v1.DeleteOptions' || type === 'meta/v1.WatchEvent';
  const kinds = isOptions ? optionsKinds(type.slice(type.indexOf('.') + 1), scope) : undefined;
  return {
    schema: kinds ? { ...schema, 'x-kubernetes-group-version-kind': kinds } : schema,
    references: references.map((reference) => ({ type: reference })),
  };
}

function ofName(
  name: string,
  custom: ReadonlyMap<string, NamedDefinition>,
): { schema: JsonObject; references: readonly Content[] } {
  if (name === VERSION_INFO_NAME) return { schema: versionInfoDefinition(), references: [] };
  const definition = custom.get(name);
  if (!definition) throw new Error(`nobody has a definition of ${name}`);
  return definition;
}
