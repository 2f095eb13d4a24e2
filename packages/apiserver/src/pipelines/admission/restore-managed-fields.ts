import { parseFieldsV1 } from '@kb/apimachinery/managed-fields';
import { quoteString } from '@kb/apimachinery/codec';
import type { ApiObject } from '../../objects/api-object.ts';

/**
 * Restores the managed fields from before admission if a webhook has left them in a state that cannot be read, and
 * warns of it.
 */
export function restoreManagedFields(
  object: ApiObject,
  before: ApiObject['metadata']['managedFields'],
  warn: (text: string) => void,
): void {
  const problem = problemOf(object.metadata.managedFields ?? []);
  if (problem === undefined) return;
  if (before === undefined) delete object.metadata.managedFields;
  else object.metadata.managedFields = before;
  warn(
    `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${problem}`,
  );
}

function problemOf(entries: NonNullable<ApiObject['metadata']['managedFields']>): string | undefined {
  for (const [index, { operation, apiVersion, fieldsType, fieldsV1 }] of entries.entries()) {
    if (operation !== 'Apply' && operation !== 'Update') return 'operation must be `Apply` or `Update`';
    if (!apiVersion) return 'apiVersion must not be empty';
    if (!fieldsType) return `missing fieldsType in managed fields entry ${index}`;
    if (fieldsType !== 'FieldsV1')
      return `invalid fieldsType ${quoteString(fieldsType)} in managed fields entry ${index}`;
    try {
      parseFieldsV1(fieldsV1 ?? {});
    } catch (error) {
      return `error decoding versioned set: error decoding set: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}
