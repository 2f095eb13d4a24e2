import { equalJson } from '@kb/apimachinery';
import { emptiedFields, holdsEmptied } from '@kb/apimachinery/managed-fields';
import { type ApiObject, asJson, type FrozenObject, own } from '../../objects/api-object.ts';

/**
 * Whether a field changes, as `reflect.DeepEqual` of Go sees it: an empty list or map in `sent`, the object as decoded,
 * differs from none, and stored objects have no empty ones.
 */
export function isChangedInGo(object: ApiObject, old: FrozenObject, sent: ApiObject, field: string): boolean {
  const given = asJson(sent);
  return (
    !equalJson(own(object, field), own(old, field)) ||
    emptiedFields(given).includes(field) ||
    holdsEmptied(given[field])
  );
}
