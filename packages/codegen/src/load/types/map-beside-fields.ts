import type { Finding } from '../../diagnostic/reporter.ts';
import type { Field, TypeUse } from '../../model/model.ts';
import { keyOf } from './type-key.ts';

/** Fields beside a map whose values are not arbitrary JSON, which no schema can express. */
export interface MapBesideFields {
  /** The map in TypeScript: Record<string, string>. */
  readonly map: string;
  readonly values: TypeUse;
  readonly fields: readonly Field[];
}

/** The message about fields beside a map, and the hint that keeps the intended meaning. */
export function mapBesideFields({ map, values, fields }: MapBesideFields): Finding {
  const required = fields.filter((field) => field.required).map(({ name }) => `'${name}' in self`);
  const areKeys = required.length > 0 && fields.every(({ type }) => keyOf(type) === keyOf(values));
  const move = `move the map to a field of its own, such as ${unusedName(fields)}: ${map}`;
  return {
    code: 'KB_NO_SCHEMA',
    message: 'a schema has named fields or an index signature, not both',
    hint: areKeys
      ? `to require keys of a map, write ${map}, with // +kubebuilder:validation:XValidation:rule="${required.join(' && ')}" above the field that has this type; or ${move}`
      : `${move}; ${ANY_BESIDE}`,
  };
}

/** An alternative that checks less. */
const ANY_BESIDE = 'Record<string, unknown> beside fields also works, but does not check the other values';

function unusedName(fields: readonly Field[]): string {
  const used = new Set(fields.map(({ name }) => name));
  return ['values', 'others', 'entries'].find((name) => !used.has(name)) ?? 'map';
}
