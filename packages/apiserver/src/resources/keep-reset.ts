import type { JsonObject } from '@kb/apimachinery';
import { type ApiObject, own } from '../objects/api-object.ts';

/**
 * Keeps an empty list of managed fields, which Go's types leave out as they leave out every empty list: a client that
 * sends one ends the tracking of the object. It is gone when the object is stored. Of a custom object the list is lost
 * before anybody can see that it was there.
 */
export function keepReset(sent: JsonObject, object: ApiObject): ApiObject {
  const managedFields = own(sent.metadata, 'managedFields');
  if (Array.isArray(managedFields) && managedFields.length === 0) object.metadata.managedFields = [];
  return object;
}
