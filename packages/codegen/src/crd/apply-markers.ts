import type { JsonSchemaProps } from '@kb/apimachinery';
import type { Span } from '../diagnostic/diagnostic.ts';
import type { Reporter } from '../diagnostic/reporter.ts';
import { mismatch } from '../markers/schema-words.ts';
import { type Marker, type MarkerEffect, writtenName } from '../markers/marker-definition.ts';
import { flatView } from '../markers/schema-view.ts';
import { checkBounds } from './check-bounds.ts';
import { checkNullDefault } from './check-null-default.ts';

/**
 * Applies the schema markers of a declaration or a field to its own schema: those of lower priority first, in source
 * order otherwise, those for the elements of a list last. Reports markers that do not fit. The schema is changed.
 * `target` is the schema of the declared type that the markers stand on, if they do.
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
      // The elements' schema can be one that other lists have too.
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
      message: `${name} does not fit: ${problem.replace(forElements, '')}`,
      ...(hint !== undefined && { hint }),
    });
  }
}

/** What a rule says that is meant for the elements of a list. */
const forElements = /; (for its elements write .*)$/;

/** What to do about a rule that needs another type than that of the value. */
function hintOf(problem: string): string | undefined {
  const ofElements = forElements.exec(problem)?.[1];
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

/** An element's schema, changed by a marker. Of elements that are a declared type, their own part beside it changes. */
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

/** What markers have to know of a declared type that they stand on. */
export function typeOnly(target: JsonSchemaProps): JsonSchemaProps {
  const flat = flatView(target);
  return {
    ...(flat.type !== undefined && { type: flat.type }),
    ...(flat.format !== undefined && { format: flat.format }),
    ...(flat['x-kubernetes-int-or-string'] === true && { 'x-kubernetes-int-or-string': true }),
    ...(flat['x-kubernetes-list-type'] !== undefined && { 'x-kubernetes-list-type': flat['x-kubernetes-list-type'] }),
  };
}
