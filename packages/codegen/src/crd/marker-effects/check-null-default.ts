import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Reporter } from '../../diagnostic/reporter.ts';
import type { Marker } from '../../markers/define/marker-definition.ts';
import { flatView } from '../../markers/schema/schema-view.ts';

/** What to do about `null` without quotes as a default. */
export const NULL_DEFAULT_HINT = 'null cannot be a default: without one the field is absent; for the text write "null"';

/** True for `+kubebuilder:default=null` without quotes, which means the string "null", as with quotes. */
export function isBareNull({ name, values, argumentSpans }: Marker): boolean {
  // Without quotes, the value is exactly as long as its text.
  const isBare = argumentSpans.get('')?.length === 'null'.length;
  return name === 'kubebuilder:default' && values.get('') === 'null' && isBare;
}

/** Reports `null` without quotes as the default of a nullable string: it is ambiguous. */
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
