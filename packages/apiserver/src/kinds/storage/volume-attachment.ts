import { at } from '../../objects/api-object.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, type Column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { withStatusOnly } from '../shared/generic-strategy.ts';

const { definition, cell } = column('Attacher', text('spec.attacher'));

/** A column with the format of a name. */
const attacherColumn: Column = { definition: { ...definition, format: 'name' }, cell };

/** VolumeAttachment: the request to attach a volume to a node, and its result. */
export const volumeAttachment: BuiltInKind = {
  group: 'storage.k8s.io',
  kind: 'VolumeAttachment',
  strategy: { ...withStatusOnly, returnsDeletedObject: true, unconditionalUpdate: false },
  columns: columns(
    nameColumn,
    attacherColumn,
    column('PV', text('spec.source.persistentVolumeName')),
    column('Node', text('spec.nodeName')),
    column('Attached:boolean', (attachment) => at(attachment, 'status', 'attached') === true),
    ageColumn,
  ),
};
