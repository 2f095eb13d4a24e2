import { equalJson, fieldInvalid, fieldRequired, type JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { NONE } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';

/** ControllerRevision: one state of a DaemonSet's or StatefulSet's template. Its data cannot be changed. */
export const controllerRevision: BuiltInKind = {
  group: 'apps',
  kind: 'ControllerRevision',
  strategy: {
    ...genericStrategy,
    validate: (revision) =>
      revision.data === undefined || revision.data === null ? [fieldRequired('data', 'data is mandatory')] : [],
    validateUpdate: (revision, old) =>
      equalJson(revision.data, old.data)
        ? []
        : [fieldInvalid('data', goRawExtension(revision.data), 'field is immutable')],
  },
  columns: columns(
    nameColumn,
    column('Controller', ({ metadata }) => {
      const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
      if (!owner) return NONE;
      const group = owner.apiVersion.includes('/')
        ? `.${owner.apiVersion.slice(0, owner.apiVersion.indexOf('/'))}`
        : '';
      return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
    }),
    column('Revision', (object) => Number(object.revision ?? 0)),
    ageColumn,
  ),
};

/** A part of an object that Go does not know, as Go prints it. */
function goRawExtension(data: unknown): JsonValue {
  return isJsonObject(data) ? data : null;
}
