import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Reporter } from '../../diagnostic/reporter.ts';
import type { Marker } from '../../markers/define/marker-definition.ts';
import { flatView } from '../../markers/schema/schema-view.ts';

/** What to do about a default of a bare `null`. */
export const NULL_DEFAULT_HINT = 'null cannot be a default: without one the field is absent; for the text write "null"';

/** True for `+kubebuilder:default=null` without quotes: it is the text "null", as with quotes. */
export function isBareNull({ name, values, argumentSpans }: Marker): boolean {
  // The value is as long as its text only where there are no quotes around it.
  const isBare = argumentSpans.get('')?.length === 'null'.length;
  return name === 'kubebuilder:default' && values.get('') === 'null' && isBare;
}

/** Reports a bare `null` as the default of nullable text: it is ambiguous. */
export function checkNullDefault(schema: JsonSchemaProps, markers: readonly Marker[], reporter: Reporter): void {
  const marker = markers.find(isBareNull);
  const { type, nullable } = flatView(schema);
  if (marker === undefined || type !== 'string' || nullable !== true) return;
  reporter.report(marker.span, {
    code: 'KB_MARKER_MISMATCH',
    message: '+kubebuilder:default does not fit: null is text here, of a field that can be null too',
    hint: NULL_DEFAULT_HINT,
  });
}
