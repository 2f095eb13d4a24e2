import { type FieldError, fieldInvalid, fieldRequired, type JsonValue } from '@kb/apimachinery';
import { errorsOfEach, isDns1035Label } from '@kb/apimachinery/server';
import { scalarText } from '../../../objects/scalar-text.ts';

/** Validates the versions of reviews that a webhook accepts. `missing`: what the error says if there are none. */
export function validateReviewVersions(versions: JsonValue | undefined, path: string, missing = ''): FieldError[] {
  if (!Array.isArray(versions) || versions.length === 0) return [fieldRequired(path, missing)];
  const seen = new Set<string>();
  const errors = errorsOfEach(versions.map(scalarText), (version, index) => {
    const field = `${path}[${index}]`;
    if (seen.has(version)) return [fieldInvalid(field, version, 'duplicate version')];
    seen.add(version);
    return isDns1035Label(version).map((why) => fieldInvalid(field, version, why));
  });
  return seen.has('v1') || seen.has('v1beta1')
    ? errors
    : [...errors, fieldInvalid(path, versions, 'must include at least one of v1, v1beta1')];
}
