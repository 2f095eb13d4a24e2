import { type FieldError, fieldNotSupported, fieldRequired } from '@kb/apimachinery';
import { type ApiObject, at } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { type PostedKind, postedKind } from '../shared/posted-kind.ts';

/** Binding: assigns a pod to a node. Never stored. */
export const binding: BuiltInKind = { group: '', kind: 'Binding', handler: 'binding' };

/** A Binding, posted to a Pod or to the collection of all bindings. */
export const postedBinding: PostedKind = postedKind({ group: '', kind: 'Binding', type: 'core/v1.Binding' });

/** Validates a Binding. */
export function validateBinding(binding: ApiObject): FieldError[] {
  const kind = scalarText(at(binding, 'target', 'kind'));
  return [
    ...(kind === '' || kind === 'Node' ? [] : [fieldNotSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...(scalarText(at(binding, 'target', 'name')) === '' ? [fieldRequired('target.name')] : []),
  ];
}
