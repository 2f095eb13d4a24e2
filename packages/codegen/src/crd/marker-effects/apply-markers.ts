import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Span } from '../../diagnostic/diagnostic.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { mismatch } from '../../markers/schema/schema-words.ts';
import { type Marker, type MarkerEffect, writtenName } from '../../markers/define/marker-definition.ts';
import { flatView } from '../../markers/schema/schema-view.ts';
import { checkBounds } from './check-bounds.ts';
import { checkNullDefault } from './check-null-default.ts';

/**
 * Applies the schema markers of a declaration or a field to its own schema: lower priorities first, then in source
 * order, and markers for the elements of a list last. Reports markers that do not fit. Changes the schema. `target` is
 * the schema of the declared type that the markers are on, if there is one.
 */
export function applySchemaMarkers(
  schema: JsonSchemaProps,
  markers: readonly Marker[],
  reporter: Reporter,
  target?: JsonSchemaProps,
): void {
  const misfits = new Set<Span>();
  const effects = markers.flatMap((marker) => {
    const { span, effect } = marker;
    return effect.on === 'schema' ? [{ name: writtenName(marker), span, effect }] : [];
  });
  const inOrder = (items: boolean): { name: string; span: Marker['span']; effect: MarkerEffect & { on: 'schema' } }[] =>
    effects.filter(({ effect }) => effect.items === items).sort((a, b) => a.effect.priority - b.effect.priority);
  for (const { name, span, effect } of inOrder(false)) {
    report(effect.apply(schema, withTarget(schema, target)), name, span);
  }
  for (const { name, span, effect } of inOrder(true)) {
    if (schema.type !== 'array') report(mismatch('a list', schema), name, span);
    else if (schema.items === undefined)
      report('the list is declared elsewhere: put the marker on its declaration', name, span);
    else {
      // Other lists may share the elements' schema.
      schema.items = withItemMarker(schema.items, effect, (problem) => report(problem, name, span));
    }
  }
  checkBounds(
    markers.filter((marker) => !misfits.has(marker.span)),
    reporter,
  );
  checkNullDefault(withTarget(schema, target), markers, reporter);

  function report(problem: string | undefined, name: string, span: Marker['span']): void {
    if (problem === undefined) return;
    misfits.add(span);
    const hint = hintOf(problem);
    reporter.report(span, {
      code: 'KB_MARKER_MISMATCH',
      message: `${name} does not fit: ${problem.replace(FOR_ELEMENTS, '')}`,
      ...(hint !== undefined && { hint }),
    });
  }
}

/** The end of a problem of a rule that is meant for the elements of a list. */
const FOR_ELEMENTS = /; (for its elements write .*)$/;

/** The hint for a rule that needs a value of another type. */
function hintOf(problem: string): string | undefined {
  const ofElements = FOR_ELEMENTS.exec(problem)?.[1];
  if (ofElements !== undefined) return ofElements;
  const wanted = /^it needs (a number|text|a list|an object), and this is [^:]*$/.exec(problem)?.[1];
  if (wanted !== undefined) return `give it a type that is ${wanted}, such as ${typesOf[wanted]}, or remove the rule`;
  return problem.endsWith(' is not a whole number, and this is one')
    ? 'round it, or use a type with fractions: a Quantity, or text'
    : undefined;
}

const typesOf: Readonly<Record<string, string>> = {
  'a number': 'int32',
  text: 'string',
  'a list': 'string[]',
  'an object': '{ [key: string]: string }',
};

/**
 * The schema of an element, changed by a marker. If the elements are a declared type, the part beside the reference is
 * changed.
 */
function withItemMarker(
  items: JsonSchemaProps,
  effect: MarkerEffect & { on: 'schema' },
  report: (problem: string | undefined) => void,
): JsonSchemaProps {
  const [target, own] = items.allOf ?? [];
  if (target === undefined || own === undefined) {
    const changed = { ...items };
    report(effect.apply(changed, changed));
    return changed;
  }
  const seen = { ...typeOnly(target), ...own };
  const changed = { ...seen };
  report(effect.apply(changed, withTarget(changed, target)));
  const added = Object.entries(changed).filter(([key, value]) => seen[key as keyof JsonSchemaProps] !== value);
  return { ...items, allOf: [target, { ...own, ...(Object.fromEntries(added) as JsonSchemaProps) }] };
}

function withTarget(schema: JsonSchemaProps, target: JsonSchemaProps | undefined): JsonSchemaProps {
  return target === undefined ? schema : { allOf: [target, schema] };
}

/** The part of a declared type's schema that markers on a use of it depend on. */
export function typeOnly(target: JsonSchemaProps): JsonSchemaProps {
  const flat = flatView(target);
  return {
    ...(flat.type !== undefined && { type: flat.type }),
    ...(flat.format !== undefined && { format: flat.format }),
    ...(flat['x-kubernetes-int-or-string'] === true && { 'x-kubernetes-int-or-string': true }),
    ...(flat['x-kubernetes-list-type'] !== undefined && { 'x-kubernetes-list-type': flat['x-kubernetes-list-type'] }),
  };
}
