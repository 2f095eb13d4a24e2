import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { Span } from '../../diagnostic/diagnostic.ts';
import { fieldsOf } from '../../model/type-uses.ts';
import type { Marker } from '../../markers/define/marker-definition.ts';
import type { Field, Kind, Model, TypeUse } from '../../model/model.ts';

/** The source of a part of a schema. */
export interface SourcePlace {
  /** The field, or the declaration of the kind, that contains the part. */
  readonly span: Span;
  /** Its markers, and those of the declarations of its type. */
  readonly markers: readonly Marker[];
  /** The rest of the path: a keyword, and a path inside its value. */
  readonly rest: string;
  /** The innermost patch that sets the part, if there is one. */
  readonly patch?: Marker;
}

/** Finds the source of a part of a kind's schema: of a path such as `properties[spec].items.default`. */
export function sourcePlace(path: string, kind: Kind, model: Model): SourcePlace {
  let here = enter({ kind: 'named', id: kind.type }, { use: undefined, span: kind.span, markers: [] }, model);
  let rest = path;
  let patch = patchThatSays(rest, here.markers);
  for (;;) {
    const step = /^(?:properties(?=\[)|items\.|additionalProperties\.|(?:allOf|anyOf|oneOf)\[\d+\]\.|not\.)/.exec(
      rest,
    )?.[0];
    if (step === undefined)
      return { span: here.span, markers: here.markers, rest, ...(patch !== undefined && { patch }) };
    rest = rest.slice(step.length);
    if (step === 'properties') {
      const field = fieldAt(rest, here, model);
      const name = field?.name ?? rest.slice(1, rest.indexOf(']'));
      rest = rest.slice(name.length + 2).replace(/^\./, '');
      here =
        field === undefined
          ? { ...here, use: undefined, markers: [] }
          : enter(field.type, { use: undefined, span: field.span, markers: field.markers }, model);
    } else if (step === 'items.' || step === 'additionalProperties.') {
      here = enter(elementsOf(here.use), here, model);
    } else continue;
    patch = patchThatSays(rest, here.markers) ?? patch;
  }
}

/** The patch among the markers that sets the part of a schema at a path. */
function patchThatSays(path: string, markers: readonly Marker[]): Marker | undefined {
  return markers.find(({ effect }) => effect.on === 'schemaPatch' && says(effect.patch, path));
}

/** True when a value contains a path, or replaces a part of it by a plain value. */
function says(value: JsonValue, path: string): boolean {
  if (path === '' || (!isJsonObject(value) && !Array.isArray(value))) return true;
  return Object.entries(value).some(([key, inner]) =>
    [key, `.${key}`, `[${key}]`].some((step) => {
      if (!path.startsWith(step)) return false;
      const rest = path.slice(step.length);
      return (rest === '' || /^[.[]/.test(rest)) && says(inner, rest);
    }),
  );
}

/** A place and its type; undefined where the source has no more details. */
interface Here {
  readonly use: TypeUse | undefined;
  readonly span: Span;
  readonly markers: readonly Marker[];
}

/** Follows names of declared types and nullable types. */
function enter(use: TypeUse | undefined, { span, markers }: Here, model: Model): Here {
  if (use?.kind === 'nullable') return enter(use.of, { use, span, markers }, model);
  if (use?.kind !== 'named') return { use, span, markers };
  const type = model.types.get(use.id);
  return enter(type?.type, { use, span, markers: [...markers, ...(type?.markers ?? [])] }, model);
}

function elementsOf(use: TypeUse | undefined): TypeUse | undefined {
  if (use?.kind === 'list') return use.items;
  return use?.kind === 'map' ? use.values : undefined;
}

/** The field whose name is in brackets at the beginning of a path. */
function fieldAt(path: string, { use, span }: Here, model: Model): Field | undefined {
  if (use === undefined) return undefined;
  const { fields, longestName } = namedFields(use, span, model);
  // A name can contain brackets: take the longest name that exists. The rest of the path can be much longer than any.
  const start = path.slice(0, longestName + 3);
  let longest: Field | undefined;
  for (let end = start.indexOf(']'); end !== -1; end = start.indexOf(']', end + 1)) {
    const isEnd = end + 1 === path.length || path.charAt(end + 1) === '.';
    longest = (isEnd ? fields.get(path.slice(1, end)) : undefined) ?? longest;
  }
  return longest;
}

/** The fields of a type, by name. */
interface NamedFields {
  readonly fields: ReadonlyMap<string, Field>;
  /** The length of the longest name. */
  readonly longestName: number;
}

/** The fields of types by use and place, cached: an object can have thousands of problems. */
const known = new WeakMap<TypeUse, WeakMap<Span, NamedFields>>();

function namedFields(use: TypeUse, span: Span, model: Model): NamedFields {
  const bySpan = known.get(use) ?? new WeakMap<Span, NamedFields>();
  known.set(use, bySpan);
  const present = bySpan.get(span);
  if (present !== undefined) return present;
  const shapes = use.kind === 'union' ? use.branches.map(({ type }) => type) : [use];
  const fields = new Map<string, Field>();
  let longestName = 0;
  for (const shape of shapes) {
    for (const field of fieldsOf(model.types, shape, span) ?? []) {
      longestName = Math.max(longestName, field.name.length);
      if (!fields.has(field.name)) fields.set(field.name, field);
    }
  }
  const found = { fields, longestName };
  bySpan.set(span, found);
  return found;
}
